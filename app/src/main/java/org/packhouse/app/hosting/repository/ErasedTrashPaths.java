package org.packhouse.app.hosting.repository;

import org.packhouse.app.hosting.project.PersonalKeyErased;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Removes erased users' names from the former paths of repositories in the trash. */
@Component
class ErasedTrashPaths {

  private final RepositoryStore store;

  ErasedTrashPaths(@Lazy RepositoryStore store) {
    this.store = store;
  }

  @EventListener
  void on(PersonalKeyErased event) {
    store
        .findTrashedBelow(event.formerKey() + "/")
        .forEach(repository -> repository.renameTrashedFrom(event.formerKey(), event.key()));
    store.flush();
  }
}
