package org.packhouse.app.hosting.repository;

/** Resumes the creation of forks, imports and the like; others are finished as empty ones. */
public interface RepositoryFilling {

  /** Resumes a repository whose session has ended; returns false if it is not of this kind. */
  boolean resume(Repository repository);
}
