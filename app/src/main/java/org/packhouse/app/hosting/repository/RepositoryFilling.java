package org.packhouse.app.hosting.repository;

/** Resumes the creation of repositories that start with content, such as forks and imports. */
public interface RepositoryFilling {

  /** Resumes a repository whose session has ended; returns false if it is not of this kind. */
  boolean resume(Repository repository);
}
