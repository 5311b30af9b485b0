package org.packhouse.app.review.pullrequest;

/** The opinion of somebody who takes part in a pull request. */
public enum ReviewStatus {
  /** None as yet. */
  UNAPPROVED,
  /** Something must be changed first. */
  NEEDS_WORK,
  /** It may be merged. */
  APPROVED
}
