package org.packhouse.app.platform.refusal;

/** Kind of state that stands in the way of a request. */
public enum Conflict {
  /** A pull request is merged, declined or open, and must not be. */
  PULL_REQUEST_STATE,
  /** A pull request would bring no commit. */
  NO_COMMITS,
  /** No pull request can be of these branches. */
  PULL_REQUEST_TARGET,
  /** The user cannot have that part in the pull request. */
  PARTICIPANT_ROLE,
  /** Users who cannot review the pull request. */
  REVIEWERS,
  /** A comment has answers or a task that keep it. */
  COMMENT_IN_USE,
  /** An edit leaves the file as it is. */
  FILE_UNMODIFIED,
  /** The ref of the fork is where its upstream's is. */
  REF_SYNCHRONIZED,
  /** A hook, a check or a branch permission refuses the move of a ref. */
  CHECK,
  /** Anything else that the request would break. */
  INTEGRITY
}
