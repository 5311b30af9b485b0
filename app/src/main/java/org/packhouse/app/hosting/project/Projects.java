package org.packhouse.app.hosting.project;

import java.util.Optional;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Finds projects; asks no permission. */
@Component
@Transactional(readOnly = true)
public class Projects {

  private final ProjectStore store;
  private final ProjectAliases aliases;

  Projects(@Lazy ProjectStore store, ProjectAliases aliases) {
    this.store = store;
    this.aliases = aliases;
  }

  public Optional<Project> findById(long id) {
    return store.findById(id).map(ProjectEntity::toProject);
  }

  /** Returns the project with that key, in any case; {@code ~slug} is a personal one. */
  public Optional<Project> findByKey(String key) {
    return store.findByKey(key).map(ProjectEntity::toProject);
  }

  public Optional<Project> findByOwner(long userId) {
    return store.findByOwnerId(userId).map(ProjectEntity::toProject);
  }

  public Optional<Project> findByFormerKey(String key) {
    return aliases.find(key).flatMap(this::findById);
  }
}
