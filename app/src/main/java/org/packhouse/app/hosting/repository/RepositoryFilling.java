package org.packhouse.app.hosting.repository;

/** Fills repositories that begin with content, as forks and imports do. */
public interface RepositoryFilling {

  /**
   * Takes over a repository that has been {@link RepositoryState#INITIALISING} for longer than
   * making an empty one takes: its server may have died.
   *
   * @return whether it is one of those that this fills; if no filling says so, it is finished as an
   *     empty one
   */
  boolean resume(Repository repository);
}
