package org.packhouse.app.platform.refusal;

/** Kind of thing that is missing, taken or changed meanwhile. */
public enum Thing {
  PROJECT,
  PROJECT_KEY,
  PROJECT_NAME,
  REPOSITORY,
  REPOSITORY_NAME,
  BRANCH,
  TAG,
  REF,
  /** A ref's name as a user typed it. */
  REF_NAME,
  /** The branch that HEAD names. */
  DEFAULT_BRANCH,
  COMMIT,
  PATH,
  FILE,
  COMMENT,
  PULL_REQUEST,
  PARTICIPANT,
  USER,
  GROUP,
  LABEL,
  ENTITY
}
