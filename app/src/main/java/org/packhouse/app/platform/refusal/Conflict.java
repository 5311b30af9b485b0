package org.packhouse.app.platform.refusal;

/** State that stands in the way of a request. */
public enum Conflict {
  PULL_REQUEST_STATE,
  NO_COMMITS,
  PULL_REQUEST_TARGET,
  PARTICIPANT_ROLE,
  REVIEWERS,
  /** The comment has replies or a task. */
  COMMENT_IN_USE,
  FILE_UNMODIFIED,
  /** The fork's ref is where its upstream's is. */
  REF_SYNCHRONIZED,
  /** A hook, a check or a branch permission refuses to move a ref. */
  CHECK,
  INTEGRITY
}
