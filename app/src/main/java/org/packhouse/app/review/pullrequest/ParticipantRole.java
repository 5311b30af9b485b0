package org.packhouse.app.review.pullrequest;

public enum ParticipantRole {
  AUTHOR,
  REVIEWER,
  /** Has commented or reviewed without being a reviewer. */
  PARTICIPANT
}
