package org.packhouse.app.review.pullrequest;

/** The state of a pull request; a declined one can be reopened. */
public enum PullRequestState {
  OPEN,
  MERGED,
  DECLINED
}
