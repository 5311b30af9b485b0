package org.packhouse.app.hosting.repository;

import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.PersonalKeyErased;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The rows of the trash, each step in a transaction of its own. */
@Component
class TrashRecords {

  private final RepositoryStore store;
  private final Repositories repositories;
  private final RepositoryRecords records;
  private final Projects projects;
  private final PermissionGrants grants;
  private final Notices notices;
  private final Clock clock;

  TrashRecords(
      @Lazy RepositoryStore store,
      Repositories repositories,
      RepositoryRecords records,
      Projects projects,
      PermissionGrants grants,
      Notices notices,
      Clock clock) {
    this.store = store;
    this.repositories = repositories;
    this.records = records;
    this.projects = projects;
    this.grants = grants;
    this.notices = notices;
    this.clock = clock;
  }

  @Component
  record Notices(PermissionStamp stamp, ApplicationEventPublisher events) {
    void placeChanged(String action, String subject, Map<String, String> details) {
      stamp.raise();
      events.publishEvent(new AuditableChange(action, subject, details));
    }
  }

  @Transactional
  public void trash(long repositoryId, @Nullable User by) {
    RepositoryEntity entity =
        store
            .findLockedByIdAndTrashedAtIsNull(repositoryId)
            .orElseThrow(() -> new NoSuchRepositoryException(repositoryId));
    Repository repository =
        repositories
            .findById(repositoryId)
            .orElseThrow(() -> new NoSuchRepositoryException(repositoryId));
    entity.trash(clock.instant(), by == null ? null : by.id(), repository.path());
    store.flush();
    notices.placeChanged(
        "repository.deleted", repository.path(), Map.of("id", String.valueOf(repositoryId)));
  }

  @Transactional
  public Repository restore(long repositoryId, @Nullable Project into, @Nullable String name) {
    RepositoryEntity entity = find(repositoryId);
    if (entity.state() == RepositoryState.INITIALISATION_FAILED) {
      throw conflict("The repository %d is being removed for good.".formatted(repositoryId));
    }
    TrashedRepository trashed = entity.toTrashed();
    Project project = into == null ? formerProject(trashed) : into;
    String newName = name == null ? trashed.name() : RepositoryRules.name(name);
    String slug = name == null ? trashed.slug() : RepositoryRules.slug(newName);
    records.takePlace(project, slug, repositoryId);
    entity.restore(project.id(), newName, slug);
    store.flush();
    Repository restored = entity.toRepository(project);
    notices.placeChanged("repository.restored", restored.path(), Map.of("from", trashed.from()));
    return restored;
  }

  /** Marks the repository as not to be restored. */
  @Transactional
  public void mark(long repositoryId) {
    find(repositoryId).become(RepositoryState.INITIALISATION_FAILED);
  }

  @Transactional
  public void remove(long repositoryId) {
    RepositoryEntity entity = find(repositoryId);
    String from = entity.toTrashed().from();
    store.delete(entity);
    store.flush();
    grants.revokeAll(new RepositoryId(repositoryId));
    notices.placeChanged("repository.purged", from, Map.of("id", String.valueOf(repositoryId)));
  }

  private RepositoryEntity find(long repositoryId) {
    return store
        .findById(repositoryId)
        .filter(entity -> entity.trashedAt() != null)
        .orElseThrow(() ->
            new NoSuchException(
                Thing.REPOSITORY,
                "There is no repository %d in the trash.".formatted(repositoryId)));
  }

  private Project formerProject(TrashedRepository trashed) {
    Long projectId = trashed.projectId();
    return (projectId == null ? java.util.Optional.<Project>empty() : projects.findById(projectId))
        .orElseThrow(() ->
            conflict(
                "The project of %s was deleted: name a project to restore it into."
                    .formatted(trashed.from())));
  }

  private static RefusedException conflict(String message) {
    return new ConflictException(Conflict.INTEGRITY, message);
  }

  /** Removes erased users' names from the former paths of repositories in the trash. */
  @EventListener
  void on(PersonalKeyErased event) {
    store
        .findTrashedBelow(event.formerKey() + "/")
        .forEach(repository -> repository.renameTrashedFrom(event.formerKey(), event.key()));
    store.flush();
  }
}
