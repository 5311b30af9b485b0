package org.packhouse.app.review.pullrequest;

/** The state of a pull request. */
public enum PullRequestState {
  /** It can be reviewed and merged. */
  OPEN,
  /** Its target has its commits. */
  MERGED,
  /** It was closed without being merged, and can be opened again. */
  DECLINED
}
