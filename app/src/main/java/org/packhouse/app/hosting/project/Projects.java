package org.packhouse.app.hosting.project;

import java.util.Optional;

/** Finds projects; decides nothing. */
public interface Projects {

  /** The project of that id. */
  Optional<Project> findById(long id);

  /**
   * The project of that key now, without regard to case. {@code ~name} finds a personal project
   * that exists.
   */
  Optional<Project> findByKey(String key);

  /** The project that had that key once. */
  Optional<Project> findByFormerKey(String key);
}
