package org.packhouse.app.hosting.project;

import java.util.Locale;
import java.util.Optional;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.rest.MovedException;
import org.springframework.stereotype.Service;

/** Lets callers into projects by key. */
@Service
public class ProjectAccess {

  private final Projects projects;
  private final ProjectCreation creation;
  private final Permissions permissions;
  private final Users users;

  ProjectAccess(Projects projects, ProjectCreation creation, Permissions permissions, Users users) {
    this.projects = projects;
    this.creation = creation;
    this.permissions = permissions;
    this.users = users;
  }

  /**
   * The project of that key, if the caller holds the permission on it. {@code ~slug} names a
   * personal project, which is made when its owner, or an administrator, first asks for it.
   *
   * @throws NoSuchProjectException if there is none or the caller may not know of it
   * @throws MovedException if the project has another key now
   * @throws NotPermittedException if the caller may see it and no more, or is anonymous
   */
  public Project require(Caller caller, String key, Permission permission) {
    Project project = find(caller, key);
    try {
      permissions.check(caller, new ProjectId(project.id()), permission);
    } catch (NotPermittedException e) {
      if (e.visible() || e.anonymous()) {
        throw e;
      }
      throw new NoSuchProjectException(key);
    }
    if (!project.key().equalsIgnoreCase(key)) {
      throw new MovedException("/projects/" + project.key());
    }
    return project;
  }

  private Project find(Caller caller, String key) {
    Optional<Project> present = projects.findByKey(key);
    if (present.isEmpty()) {
      present = firstUse(caller, key);
    }
    if (present.isEmpty()) {
      present = projects.findByFormerKey(key);
    }
    return present.orElseThrow(() -> absent(caller, key));
  }

  /** What an anonymous caller is told of the absent is what it is told of the private. */
  private static RuntimeException absent(Caller caller, String key) {
    return caller instanceof Caller.Anonymous
        ? new NotPermittedException("You are not permitted to access this resource", false, true)
        : new NoSuchProjectException(key);
  }

  private Optional<Project> firstUse(Caller caller, String key) {
    if (!key.startsWith("~") || !(caller instanceof Caller.SignedIn signedIn)) {
      return Optional.empty();
    }
    Optional<User> owner = users.findBySlug(key.substring(1).toLowerCase(Locale.ROOT));
    return owner
        .filter(
            user -> user.id() == signedIn.user().id() || permissions.test(caller, Permission.ADMIN))
        .map(creation::personal);
  }
}
