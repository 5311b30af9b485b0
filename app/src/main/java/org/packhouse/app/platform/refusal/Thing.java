package org.packhouse.app.platform.refusal;

/** The kind of thing that is not there, is there already, or was changed meanwhile. */
public enum Thing {
  PROJECT,
  PROJECT_KEY,
  PROJECT_NAME,
  REPOSITORY,
  REPOSITORY_NAME,
  BRANCH,
  TAG,
  REF,
  /** The name of a ref that somebody has typed. */
  REF_NAME,
  /** The branch that HEAD names. */
  DEFAULT_BRANCH,
  COMMIT,
  /** A file or directory in a tree. */
  PATH,
  FILE,
  COMMENT,
  PULL_REQUEST,
  /** A user's part in a pull request. */
  PARTICIPANT,
  USER,
  GROUP,
  LABEL,
  /** Anything else that has a name or an id. */
  ENTITY
}
