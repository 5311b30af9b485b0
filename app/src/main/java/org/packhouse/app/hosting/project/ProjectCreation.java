package org.packhouse.app.hosting.project;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Creates projects; asks no permission. */
@Service
public class ProjectCreation {

  private final ProjectStore store;
  private final ProjectAliases aliases;
  private final PermissionGrants grants;
  private final PermissionStamp stamp;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  ProjectCreation(
      @Lazy ProjectStore store,
      ProjectAliases aliases,
      PermissionGrants grants,
      PermissionStamp stamp,
      ApplicationEventPublisher events,
      Clock clock) {
    this.store = store;
    this.aliases = aliases;
    this.grants = grants;
    this.stamp = stamp;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Creates a project, whose key is an alias of another project no longer.
   *
   * @param creator becomes its administrator; null: nobody does
   */
  @Transactional
  public Project create(NewProject wanted, @Nullable User creator) {
    String key = ProjectRules.key(wanted.key());
    String name = ProjectRules.name(wanted.name());
    ProjectEntity entity = new ProjectEntity(key, name, null, clock.instant());
    entity.describe(ProjectRules.description(wanted.description()));
    entity.open(wanted.isPublic());
    Project project = save(entity);
    if (creator != null) {
      grants.grant(
          new Grantee.ToUser(creator.id(), creator.name()),
          new ProjectId(project.id()),
          Permission.PROJECT_ADMIN);
    }
    return project;
  }

  /** Returns the user's personal project, which is created if necessary. */
  @Transactional
  public Project personal(User owner) {
    return personalOf(owner)
        .orElseGet(() -> {
          // The first two forks of a user may come at once.
          store.lockPersonalOf(owner.id());
          return personalOf(owner).orElseGet(() -> createPersonal(owner));
        });
  }

  private Optional<Project> personalOf(User owner) {
    return store.findByOwnerId(owner.id()).map(ProjectEntity::toProject);
  }

  private Project createPersonal(User owner) {
    return save(
        new ProjectEntity(
            PersonalProjectKeys.of(owner), owner.displayName(), owner.id(), clock.instant()));
  }

  private Project save(ProjectEntity entity) {
    Project wanted = entity.toProject();
    refuseTaken(store, wanted);
    aliases.remove(wanted.key());
    try {
      Project project = store.saveAndFlush(entity).toProject();
      stamp.raise();
      events.publishEvent(
          new AuditableChange(
              "project.created",
              project.key(),
              Map.of("name", project.name(), "public", String.valueOf(project.isPublic()))));
      return project;
    } catch (DataIntegrityViolationException e) {
      throw keyTaken(wanted.key());
    }
  }

  static void refuseTaken(ProjectStore store, Project wanted) {
    store
        .findByKey(wanted.key())
        .map(ProjectEntity::toProject)
        .filter(other -> other.id() != wanted.id())
        .ifPresent(other -> {
          throw keyTaken(other.key());
        });
    if (wanted.isPersonal()) {
      return;
    }
    store
        .findByName(wanted.name())
        .map(ProjectEntity::toProject)
        .filter(other -> other.id() != wanted.id())
        .ifPresent(other -> {
          throw new TakenException(
              Thing.PROJECT_NAME,
              "The project name %s is already in use."
                  .formatted(InvalidFieldException.quote(wanted.name())));
        });
  }

  static RefusedException keyTaken(String key) {
    return new TakenException(
        Thing.PROJECT_KEY,
        "The project key %s is already in use.".formatted(InvalidFieldException.quote(key)));
  }
}
