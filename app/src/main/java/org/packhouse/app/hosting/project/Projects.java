package org.packhouse.app.hosting.project;

import java.util.Optional;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Finds projects; decides nothing. */
@Component
@Transactional(readOnly = true)
public class Projects {

  private final ProjectStore store;
  private final ProjectAliases aliases;

  Projects(@Lazy ProjectStore store, ProjectAliases aliases) {
    this.store = store;
    this.aliases = aliases;
  }

  /** The project of that id. */
  public Optional<Project> findById(long id) {
    return store.findById(id).map(ProjectEntity::toProject);
  }

  /**
   * The project of that key now, without regard to case. {@code ~name} finds a personal project
   * that exists.
   */
  public Optional<Project> findByKey(String key) {
    return store.findByKey(key).map(ProjectEntity::toProject);
  }

  /** The personal project of a user. */
  public Optional<Project> findByOwner(long userId) {
    return store.findByOwnerId(userId).map(ProjectEntity::toProject);
  }

  /** The project that had that key once. */
  public Optional<Project> findByFormerKey(String key) {
    return aliases.find(key).flatMap(this::findById);
  }
}
