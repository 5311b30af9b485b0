package org.packhouse.app.identity.permission;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.Permissions.Visibility;
import org.packhouse.app.identity.permission.ResourceHierarchy.Place;

/** The permissions that a caller holds, without those on public resources. */
record HeldPermissions(Grants grants, @Nullable Long userId, Caller.@Nullable TokenLimit limit) {

  static final HeldPermissions NOTHING =
      new HeldPermissions(new Grants(null, Map.of(), Map.of(), Set.of()), null, null);

  /**
   * All grants of one user, the highest of each kind: direct, by groups, by default, and as an
   * owner.
   *
   * @param viewedProjects projects with a repository on which the user has a grant
   */
  record Grants(
      @Nullable Permission global,
      Map<Long, Permission> projects,
      Map<Long, Permission> repositories,
      Set<Long> viewedProjects) {}

  @Nullable Permission onServer() {
    return limit == null ? grants.global() : lower(grants.global(), limit.server());
  }

  @Nullable Permission onProject(long projectId, Place place) {
    Permission viewed =
        grants.viewedProjects().contains(projectId) ? Permission.PROJECT_VIEW : null;
    Permission granted = higher(onItself(grants.projects().get(projectId)), viewed);
    Permission held = isAdministratorOf(place) ? Permission.PROJECT_ADMIN : granted;
    return limit == null ? held : lower(held, limit.project());
  }

  @Nullable Permission onRepository(long repositoryId, Place place) {
    Permission byProject = onRepositories(grants.projects().get(place.projectId()));
    Permission granted = higher(grants.repositories().get(repositoryId), byProject);
    Permission held = isAdministratorOf(place) ? Permission.REPO_ADMIN : granted;
    return limit == null ? held : lower(held, limit.repository());
  }

  Visibility visibility(Permission permission) {
    boolean publicToo = isOpenWherePublic(permission);
    if (limit != null && !limitOf(limit, permission.scope()).includes(permission)) {
      return new Visibility(false, publicToo, Set.of(), Set.of());
    }
    boolean everything = covers(grants.global(), Permission.ADMIN);
    if (permission.scope() == Scope.PROJECT) {
      Set<Long> projects = holding(grants.projects(), it -> covers(onItself(it), permission));
      if (permission == Permission.PROJECT_VIEW) {
        projects.addAll(grants.viewedProjects());
      }
      return new Visibility(everything, publicToo, projects, Set.of());
    }
    return new Visibility(
        everything,
        publicToo,
        holding(grants.projects(), it -> covers(onRepositories(it), permission)),
        holding(grants.repositories(), it -> it.includes(permission)));
  }

  /** Returns the permission that a project permission implies on each repository of the project. */
  static @Nullable Permission onRepositories(@Nullable Permission project) {
    return switch (project) {
      case PROJECT_READ -> Permission.REPO_READ;
      case PROJECT_WRITE, REPO_CREATE -> Permission.REPO_WRITE;
      case PROJECT_ADMIN -> Permission.REPO_ADMIN;
      case REPO_READ, REPO_WRITE, REPO_ADMIN -> project;
      case null, default -> null;
    };
  }

  /** Treats a repository permission on a project, as a project's token has it, as reading it. */
  private static @Nullable Permission onItself(@Nullable Permission project) {
    return project != null && project.scope() == Scope.REPOSITORY
        ? Permission.PROJECT_READ
        : project;
  }

  static @Nullable Permission higher(@Nullable Permission one, @Nullable Permission other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) >= 0 ? one : other;
  }

  static boolean covers(@Nullable Permission held, Permission wanted) {
    return held != null && held.includes(wanted);
  }

  private boolean isAdministratorOf(Place place) {
    return covers(grants.global(), Permission.ADMIN)
        || (userId != null && userId.equals(place.personalOwnerId()));
  }

  static boolean isOpenWherePublic(Permission permission) {
    return permission == Permission.PROJECT_VIEW
        || permission == Permission.PROJECT_READ
        || permission == Permission.REPO_READ;
  }

  private static Permission limitOf(Caller.TokenLimit limit, Scope scope) {
    return scope == Scope.PROJECT ? limit.project() : limit.repository();
  }

  private static @Nullable Permission lower(@Nullable Permission one, Permission limit) {
    return one == null || one.compareTo(limit) <= 0 ? one : limit;
  }

  private static Set<Long> holding(Map<Long, Permission> grants, Predicate<Permission> wanted) {
    return grants.entrySet().stream()
        .filter(it -> wanted.test(it.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
