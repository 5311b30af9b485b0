package org.packhouse.app.hosting.repository;

import java.util.Optional;

/** Finds repositories that are not in the trash; decides nothing. */
public interface Repositories {

  /** The repository of that id. */
  Optional<Repository> findById(long id);

  /** The repository that is at that place now, without regard to case. */
  Optional<Repository> findByPath(String projectKey, String slug);

  /** The repository that was at that place once, or whose project had that key. */
  Optional<Repository> findByFormerPath(String projectKey, String slug);
}
