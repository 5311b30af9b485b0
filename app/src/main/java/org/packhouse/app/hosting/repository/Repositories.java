package org.packhouse.app.hosting.repository;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hibernate.Session;
import org.packhouse.cluster.hibernate.FreshRows;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Finds repositories outside the trash with their projects in one statement. No permission check.
 */
@Component
public class Repositories {

  private final RepositoryStore store;
  private final Session entities;

  Repositories(@Lazy RepositoryStore store, EntityManager entities) {
    this.store = store;
    this.entities = entities.unwrap(Session.class);
  }

  public Optional<Repository> findById(long id) {
    return store.findPlaced(id).map(RepositoryEntity::toRepository);
  }

  /** Returns the repository for display: another node's change may be seen a moment later. */
  public Optional<Repository> findShownById(long id) {
    return FreshRows.whichMayBeLate(() ->
        Optional.ofNullable(entities.find(RepositoryEntity.class, id))
            .flatMap(found -> found.toRepository(entities)));
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
