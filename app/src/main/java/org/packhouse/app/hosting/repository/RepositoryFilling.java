package org.packhouse.app.hosting.repository;

/** Fills repositories that begin with content, as forks and imports do. */
public interface RepositoryFilling {

  /**
   * Takes over a repository that is {@link RepositoryState#INITIALISING} and that nobody is at any
   * more: the session that began it has ended.
   *
   * @return whether it is one of those that this fills; if no filling says so, it is finished as an
   *     empty one
   */
  boolean resume(Repository repository);
}
