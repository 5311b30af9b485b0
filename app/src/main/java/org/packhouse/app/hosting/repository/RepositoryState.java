package org.packhouse.app.hosting.repository;

/** The state of a repository in its making. The names are those of the REST dialect. */
public enum RepositoryState {
  /** Its directory is being made or filled. */
  INITIALISING,
  /** It can be used. */
  AVAILABLE,
  /** Filling it failed; it can be deleted. */
  INITIALISATION_FAILED
}
