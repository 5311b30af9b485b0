package org.packhouse.app.hosting.repository;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Finds repositories outside the trash with their projects in one statement. No permission check.
 */
@Component
public class Repositories {

  private final RepositoryStore store;

  Repositories(@Lazy RepositoryStore store) {
    this.store = store;
  }

  public Optional<Repository> findById(long id) {
    return store.findPlaced(id).map(RepositoryEntity::toRepository);
  }

  public boolean exists(long id) {
    return store.existsByIdAndTrashedAtIsNull(id);
  }

  public List<Repository> findAllById(Collection<Long> ids) {
    return ids.isEmpty() ? List.of() : repositories(store.findPlaced(ids));
  }

  /** Lists the available repositories by path. */
  public List<Repository> available() {
    return repositories(store.findAvailable());
  }

  /** Returns the repository at that place, in any case. */
  public Optional<Repository> findByPath(String projectKey, String slug) {
    return store
        .findPlaced(projectKey.toLowerCase(Locale.ROOT), slug.toLowerCase(Locale.ROOT))
        .map(RepositoryEntity::toRepository);
  }

  private static List<Repository> repositories(List<RepositoryEntity> entities) {
    return entities.stream().map(RepositoryEntity::toRepository).toList();
  }
}
