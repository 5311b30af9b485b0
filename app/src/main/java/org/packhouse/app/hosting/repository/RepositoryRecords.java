package org.packhouse.app.hosting.repository;

import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.storage.refs.move.RefVersions;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Inserts and updates rows of repositories in creation, each step in its own transaction. */
@Component
class RepositoryRecords {

  private final RepositoryStore store;
  private final RepositoryAliases aliases;
  private final PermissionGrants grants;
  private final PermissionStamp stamp;
  private final ApplicationEventPublisher events;
  private final RefVersions versions;
  private final Clock clock;

  RepositoryRecords(
      @Lazy RepositoryStore store,
      RepositoryAliases aliases,
      PermissionGrants grants,
      PermissionStamp stamp,
      ApplicationEventPublisher events,
      RefVersions versions,
      Clock clock) {
    this.store = store;
    this.aliases = aliases;
    this.grants = grants;
    this.stamp = stamp;
    this.events = events;
    this.versions = versions;
    this.clock = clock;
  }

  @Transactional
  public Repository insert(
      Project project,
      NewRepository wanted,
      RepositoryEntity.Network network,
      @Nullable User administrator) {
    String name = RepositoryRules.name(wanted.name());
    String slug = RepositoryRules.slug(name);
    takePlace(project, slug, 0);
    RepositoryEntity entity =
        new RepositoryEntity(project.id(), name, slug, network, clock.instant());
    entity.take(described(entity.toRepository(project), wanted));
    try {
      store.saveAndFlush(entity);
    } catch (DataIntegrityViolationException e) {
      throw taken(project, slug);
    }
    versions.begin(entity.id());
    events.publishEvent(new RepositoryCreated(entity.id()));
    if (administrator != null) {
      grants.grant(
          new Grantee.ToUser(administrator.id(), administrator.name()),
          new RepositoryId(entity.id()),
          Permission.REPO_ADMIN);
    }
    stamp.raise();
    Repository repository = entity.toRepository(project);
    events.publishEvent(
        new AuditableChange(
            "repository.created",
            repository.path(),
            Map.of(
                "id", String.valueOf(repository.id()),
                "public", String.valueOf(repository.isPublic()))));
    return repository;
  }

  @Transactional
  public void become(long repositoryId, RepositoryState state) {
    store.findById(repositoryId).ifPresent(entity -> entity.become(state));
  }

  /** Takes a place, and drops the alias on it; refuses if another repository has it. */
  void takePlace(Project project, String slug, long repositoryId) {
    store
        .findBySlug(project.id(), slug)
        .filter(other -> other.id() != repositoryId)
        .ifPresent(other -> {
          throw taken(project, slug);
        });
    aliases.remove(project.id(), slug);
  }

  static RefusedException taken(Project project, String slug) {
    return new TakenException(
        Thing.REPOSITORY_NAME,
        "The project %s has a repository %s already."
            .formatted(project.key(), InvalidFieldException.quote(slug)));
  }

  private static Repository described(Repository bare, NewRepository wanted) {
    return new RepositoryBuilder()
        .id(bare.id())
        .project(bare.project())
        .slug(bare.slug())
        .name(bare.name())
        .description(RepositoryRules.description(wanted.description()))
        .hierarchyId(bare.hierarchyId())
        .originId(bare.originId())
        .forkable(wanted.forkable())
        .isPublic(wanted.isPublic())
        .archived(false)
        .state(bare.state())
        .defaultBranch(RepositoryRules.defaultBranch(wanted.defaultBranch()))
        .quotaBytes(null)
        .build();
  }
}
