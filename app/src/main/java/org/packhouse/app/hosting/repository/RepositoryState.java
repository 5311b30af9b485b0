package org.packhouse.app.hosting.repository;

/** The state of a repository, by the names of the REST dialect. */
public enum RepositoryState {
  INITIALISING,
  AVAILABLE,
  /** Filling failed; the repository can be deleted. */
  INITIALISATION_FAILED
}
