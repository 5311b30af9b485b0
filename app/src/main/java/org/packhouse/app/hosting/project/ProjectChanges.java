package org.packhouse.app.hosting.project;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.avatar.AvatarOwner;
import org.packhouse.app.identity.avatar.AvatarOwnerDeleted;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.Differences;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Changes and deletes projects; asks no permission. */
@Service
public class ProjectChanges {

  private final ProjectStore store;
  private final ProjectAliases aliases;
  private final PermissionGrants grants;
  private final PermissionStamp stamp;
  private final ApplicationEventPublisher events;

  ProjectChanges(
      @Lazy ProjectStore store,
      ProjectAliases aliases,
      PermissionGrants grants,
      PermissionStamp stamp,
      ApplicationEventPublisher events) {
    this.store = store;
    this.aliases = aliases;
    this.grants = grants;
    this.stamp = stamp;
    this.events = events;
  }

  /**
   * Changes a project. Requests for its former key are redirected.
   *
   * @throws InvalidFieldException also if a fixed value of a personal project changes
   */
  @Transactional
  public Project update(long projectId, ProjectChange change) {
    ProjectEntity entity = find(projectId);
    Project before = entity.toProject();
    Project wanted = wanted(before, change);
    if (wanted.equals(before)) {
      return before;
    }
    ProjectCreation.refuseTaken(store, wanted);
    entity.rename(wanted.key(), wanted.name());
    entity.describe(wanted.description());
    entity.open(wanted.isPublic());
    if (!wanted.key().equals(before.key())) {
      aliases.remove(wanted.key());
      aliases.add(before.key(), projectId);
    }
    flush(wanted);
    stamp.raise();
    events.publishEvent(
        new AuditableChange("project.changed", before.key(), differences(before, wanted)));
    events.publishEvent(new ProjectChanged(before, wanted));
    return wanted;
  }

  /** Deletes a project without repositories; those in the trash can be restored elsewhere. */
  @Transactional
  public void delete(long projectId) {
    ProjectEntity entity = find(projectId);
    Project project = entity.toProject();
    if (project.isPersonal()) {
      throw refusal(project, "it is the personal project of a user");
    }
    store.delete(entity);
    try {
      store.flush();
    } catch (DataIntegrityViolationException e) {
      // A repository outside the trash cannot be without a project.
      throw refusal(project, "it has repositories");
    }
    grants.revokeAll(new ProjectId(projectId));
    stamp.raise();
    events.publishEvent(new AvatarOwnerDeleted(new AvatarOwner.OfProject(projectId)));
    events.publishEvent(new AuditableChange("project.deleted", project.key()));
  }

  private ProjectEntity find(long projectId) {
    return store
        .findById(projectId)
        .orElseThrow(() -> new NoSuchProjectException("with id " + projectId));
  }

  private void flush(Project wanted) {
    try {
      store.flush();
    } catch (DataIntegrityViolationException e) {
      throw ProjectCreation.keyTaken(wanted.key());
    }
  }

  private static Project wanted(Project before, ProjectChange change) {
    if (before.isPersonal()) {
      refusePersonal("key", change.key(), before.key());
      refusePersonal("name", change.name(), before.name());
      refusePersonal("public", change.isPublic(), before.isPublic());
    }
    return new Project(
        before.id(),
        change.key() == null || before.isPersonal() ? before.key() : ProjectRules.key(change.key()),
        change.name() == null || before.isPersonal()
            ? before.name()
            : ProjectRules.name(change.name()),
        change.description() == null
            ? before.description()
            : ProjectRules.description(change.description()),
        change.isPublic() == null ? before.isPublic() : change.isPublic(),
        before.ownerId());
  }

  private static void refusePersonal(String field, @Nullable Object wanted, Object present) {
    if (wanted != null
        && !(wanted instanceof String text
            ? text.equalsIgnoreCase((String) present)
            : wanted.equals(present))) {
      throw new InvalidFieldException(
          field,
          "The %s of a personal project cannot be changed to %s."
              .formatted(field, InvalidFieldException.quote(String.valueOf(wanted))));
    }
  }

  private static RefusedException refusal(Project project, String because) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The project \"%s\" cannot be deleted because %s.".formatted(project.key(), because));
  }

  private static Map<String, String> differences(Project before, Project after) {
    return new Differences()
        .of("key", before.key(), after.key())
        .of("name", before.name(), after.name())
        .of("description", before.description(), after.description())
        .of("public", before.isPublic(), after.isPublic())
        .toMap();
  }
}
