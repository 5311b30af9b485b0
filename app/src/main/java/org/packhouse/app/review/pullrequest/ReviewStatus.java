package org.packhouse.app.review.pullrequest;

/** The review status of a participant. */
public enum ReviewStatus {
  UNAPPROVED,
  NEEDS_WORK,
  APPROVED
}
