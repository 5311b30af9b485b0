package org.packhouse.app.hosting.fork;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectCreation;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.springframework.stereotype.Service;

/** Creates forks for callers who may, over REST and pages. */
@Service
public class ForkRequests {

  private final Forking forking;
  private final ResourceAccess access;
  private final ProjectCreation creation;
  private final Permissions permissions;

  ForkRequests(
      Forking forking, ResourceAccess access, ProjectCreation creation, Permissions permissions) {
    this.forking = forking;
    this.access = access;
    this.creation = creation;
    this.permissions = permissions;
  }

  /**
   * Forks a repository that the caller may read.
   *
   * @param projectKey null: the caller's personal project, created if necessary
   */
  public Repository fork(
      Caller caller, Repository origin, @Nullable String projectKey, Forking.NewFork wanted)
      throws IOException {
    Project into = target(caller, projectKey);
    boolean administers =
        permissions.test(caller, new ProjectId(into.id()), Permission.PROJECT_ADMIN);
    return forking.fork(origin, into, wanted, caller, administers ? null : caller.user());
  }

  private Project target(Caller caller, @Nullable String projectKey) {
    if (projectKey != null && !projectKey.isEmpty()) {
      return access.project(caller, projectKey, Permission.REPO_CREATE);
    }
    User user = caller.user();
    if (user == null) {
      boolean anonymous = caller instanceof Caller.Anonymous;
      throw new NotPermittedException(
          "Only users have a personal project to fork into: name a project.", true, anonymous);
    }
    Project personal = creation.personal(user);
    permissions.check(caller, new ProjectId(personal.id()), Permission.REPO_CREATE);
    return personal;
  }
}
