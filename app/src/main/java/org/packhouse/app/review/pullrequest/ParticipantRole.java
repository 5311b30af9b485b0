package org.packhouse.app.review.pullrequest;

/** The part that somebody has in a pull request. */
public enum ParticipantRole {
  /** It is theirs. */
  AUTHOR,
  /** They are asked to review it. */
  REVIEWER,
  /** They have commented on it or reviewed it without being asked. */
  PARTICIPANT
}
