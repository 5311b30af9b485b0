package org.packhouse.app.hosting.project;

import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

@Component
@Transactional(readOnly = true)
class StoredProjects implements Projects {

  private final ProjectStore store;
  private final ProjectAliases aliases;

  StoredProjects(ProjectStore store, ProjectAliases aliases) {
    this.store = store;
    this.aliases = aliases;
  }

  @Override
  public Optional<Project> findById(long id) {
    return store.findById(id).map(ProjectEntity::toProject);
  }

  @Override
  public Optional<Project> findByKey(String key) {
    return store.findByKey(key).map(ProjectEntity::toProject);
  }

  @Override
  public Optional<Project> findByFormerKey(String key) {
    return aliases.find(key).flatMap(this::findById);
  }
}
