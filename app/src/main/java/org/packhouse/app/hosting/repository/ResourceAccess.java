package org.packhouse.app.hosting.repository;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.packhouse.app.hosting.project.NoSuchProjectException;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectCreation;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.rest.MovedException;
import org.springframework.stereotype.Service;

/**
 * Finds projects and repositories by name for a caller, who is told of hidden ones as of absent
 * ones.
 */
@Service
public class ResourceAccess {

  private final Projects projects;
  private final Repositories repositories;
  private final RepositoryAliases aliases;
  private final ProjectCreation creation;
  private final Permissions permissions;
  private final Users users;

  ResourceAccess(
      Projects projects,
      Repositories repositories,
      RepositoryAliases aliases,
      ProjectCreation creation,
      Permissions permissions,
      Users users) {
    this.projects = projects;
    this.repositories = repositories;
    this.aliases = aliases;
    this.creation = creation;
    this.permissions = permissions;
    this.users = users;
  }

  /**
   * Returns a project, creating a personal one on its first use, if the caller holds the
   * permission.
   *
   * @throws MovedException if the project has another key now
   * @throws NotPermittedException if the caller may only see it, or is anonymous
   */
  public Project project(Caller caller, String key, Permission permission) {
    Supplier<RefusedException> absent = () -> new NoSuchProjectException(key);
    Project project =
        projects
            .findByKey(key)
            .or(() -> firstUse(caller, key))
            .or(() -> projects.findByFormerKey(key))
            .orElseThrow(() -> unknown(caller, absent));
    hiding(absent, () -> permissions.check(caller, new ProjectId(project.id()), permission));
    if (!project.key().equalsIgnoreCase(key)) {
      throw new MovedException("/projects/" + project.key());
    }
    return project;
  }

  /**
   * Returns the repository if the caller holds the permission on it.
   *
   * @throws MovedException if it is at another place now
   * @throws NotPermittedException if the caller may only see it, or is anonymous
   */
  public Repository repository(
      Caller caller, String projectKey, String slug, Permission permission) {
    return repository(
        caller, projectKey, slug, permission, repositories.findByPath(projectKey, slug));
  }

  Repository repository(
      Caller caller,
      String projectKey,
      String slug,
      Permission permission,
      Optional<Repository> present) {
    Supplier<RefusedException> absent = () -> new NoSuchRepositoryException(projectKey, slug);
    Repository repository =
        present
            .or(() -> aliases.findByFormerPath(projectKey, slug))
            .orElseThrow(() -> unknown(caller, absent));
    hiding(absent, () -> permissions.check(caller, new RepositoryId(repository.id()), permission));
    if (present.isEmpty()) {
      throw new MovedException(
          "/projects/" + repository.project().key() + "/repos/" + repository.slug());
    }
    return repository;
  }

  /** Returns the repository if the caller holds the permission on it, as for the path. */
  public Repository repository(Caller caller, long id, Permission permission) {
    Supplier<RefusedException> absent = () -> new NoSuchRepositoryException(id);
    hiding(absent, () -> permissions.check(caller, new RepositoryId(id), permission));
    return repositories.findById(id).orElseThrow(absent);
  }

  /** Requires that the caller administers the project from which a repository is moved away. */
  public void requireToMove(Caller caller, Repository repository) {
    ProjectId project = new ProjectId(repository.project().id());
    if (!permissions.test(caller, project, Permission.PROJECT_ADMIN)) {
      throw new NotPermittedException(
          "Moving a repository out of the project %s needs the permission PROJECT_ADMIN there."
              .formatted(repository.project().key()),
          true,
          caller instanceof Caller.Anonymous);
    }
  }

  /** Requires a permission on the resource, and returns its id. */
  public ResourceId require(Caller caller, ResourceId id, Permission permission) {
    switch (id) {
      case ProjectId project ->
          hiding(
              () -> new NoSuchProjectException(Long.toString(project.id())),
              () -> permissions.check(caller, project, permission));
      case RepositoryId repository -> permissions.check(caller, repository, permission);
    }
    return id;
  }

  private static void hiding(Supplier<RefusedException> absent, Runnable check) {
    try {
      check.run();
    } catch (NotPermittedException e) {
      if (e.visible() || e.anonymous()) {
        throw e;
      }
      throw (RefusedException) absent.get().initCause(e);
    }
  }

  /** Tells an anonymous caller the same about absent and about private resources. */
  private static RuntimeException unknown(Caller caller, Supplier<RefusedException> absent) {
    return caller instanceof Caller.Anonymous
        ? new NotPermittedException("You are not permitted to access this resource", false, true)
        : absent.get();
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
