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
 * Finds repositories that are not in the trash, each with its project, in one statement; decides
 * nothing.
 */
@Component
public class Repositories {

  private final RepositoryStore store;
  private final Session entities;

  Repositories(@Lazy RepositoryStore store, EntityManager entities) {
    this.store = store;
    this.entities = entities.unwrap(Session.class);
  }

  /** The repository of that id. */
  public Optional<Repository> findById(long id) {
    return store.findPlaced(id).map(RepositoryEntity::toRepository);
  }

  /** The repository of that id, to be shown: another node's change may come a moment later. */
  public Optional<Repository> findShownById(long id) {
    return FreshRows.whichMayBeLate(() ->
        Optional.ofNullable(entities.find(RepositoryEntity.class, id))
            .flatMap(found -> found.toRepository(entities)));
  }

  /** Whether there is a repository of that id. */
  public boolean exists(long id) {
    return store.existsByIdAndTrashedAtIsNull(id);
  }

  /** The repositories of those ids that are there. */
  public List<Repository> findAllById(Collection<Long> ids) {
    return ids.isEmpty() ? List.of() : repositories(store.findPlaced(ids));
  }

  /** All that are available, in the order of their places. */
  public List<Repository> available() {
    return repositories(store.findAvailable());
  }

  /** The repository that is at that place now, without regard to case. */
  public Optional<Repository> findByPath(String projectKey, String slug) {
    return store
        .findPlaced(projectKey.toLowerCase(Locale.ROOT), slug.toLowerCase(Locale.ROOT))
        .map(RepositoryEntity::toRepository);
  }

  private static List<Repository> repositories(List<RepositoryEntity> entities) {
    return entities.stream().map(RepositoryEntity::toRepository).toList();
  }
}
