package org.packhouse.app.identity.permission;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.HeldPermissions.Grants;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.ResourceHierarchy.Place;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.springframework.stereotype.Component;

/**
 * Decides all permissions. {@code check} throws; {@code test} answers, to show or hide.
 *
 * <p>The permission on a resource is the highest of: all, for administrators and owners of personal
 * projects; grants on it or its project; reading, if it is public. A token limits all but the last.
 */
@Component
public class Permissions {

  /**
   * The resources on which a caller holds a permission, besides public ones.
   *
   * @param projects for a repository permission: all repositories of these projects
   */
  public record Visibility(
      boolean everything, boolean publicToo, Set<Long> projects, Set<Long> repositories) {}

  private final GrantReader reader;
  private final ResourceHierarchy hierarchy;

  Permissions(GrantReader reader, ResourceHierarchy hierarchy) {
    this.reader = reader;
    this.hierarchy = hierarchy;
  }

  /** Returns whether the caller holds a {@linkplain Permission.Scope#GLOBAL global} permission. */
  public boolean test(Caller caller, Permission global) {
    requireScope(global, Scope.GLOBAL);
    return HeldPermissions.covers(holdingsOf(caller).onServer(), global);
  }

  public boolean test(Caller caller, ProjectId project, Permission permission) {
    requireScope(permission, Scope.PROJECT);
    Place place = hierarchy.placeOfProject(project.id(), caller.permissionStamp());
    if (place == null) {
      return false;
    }
    Permission held = holdingsOf(caller).onProject(project.id(), place);
    return HeldPermissions.covers(held, permission)
        || HeldPermissions.covers(openness(project, place, caller.permissionStamp()), permission);
  }

  public boolean test(Caller caller, RepositoryId repository, Permission permission) {
    requireScope(permission, Scope.REPOSITORY);
    Place place = hierarchy.placeOfRepository(repository.id(), caller.permissionStamp());
    return place != null && holds(holdingsOf(caller), repository, place, permission);
  }

  /** Returns whether any user holds a repository permission under that stamp. */
  public boolean test(
      long userId, RepositoryId repository, Permission permission, long permissionStamp) {
    requireScope(permission, Scope.REPOSITORY);
    Place place = hierarchy.placeOfRepository(repository.id(), permissionStamp);
    return place != null
        && holds(
            new HeldPermissions(reader.grantsOf(userId, permissionStamp), userId, null),
            repository,
            place,
            permission);
  }

  private static boolean holds(
      HeldPermissions holdings, RepositoryId repository, Place place, Permission permission) {
    return (permission == Permission.REPO_READ && place.publiclyReadable())
        || HeldPermissions.covers(holdings.onRepository(repository.id(), place), permission);
  }

  /** Requires a global permission. */
  public void check(Caller caller, Permission global) {
    if (test(caller, global)) {
      return;
    }
    if (caller instanceof Caller.SignedIn(var user, var limit, long stamp) && limit != null) {
      requireMoreThanToken(new Caller.SignedIn(user, null, stamp), global);
    }
    throw refusal(caller, true);
  }

  private void requireMoreThanToken(Caller withoutToken, Permission global) {
    if (test(withoutToken, global)) {
      throw new NotPermittedException(
          "An access token does not carry the permission %s here; use a password."
              .formatted(global),
          true,
          false);
    }
  }

  /**
   * Requires a project permission.
   *
   * @throws NotPermittedException which tells whether the caller may know of the resource
   */
  public void check(Caller caller, ProjectId project, Permission permission) {
    if (!test(caller, project, permission)) {
      throw refusal(caller, test(caller, project, Permission.PROJECT_VIEW));
    }
  }

  /** Requires a repository permission, as for projects. */
  public void check(Caller caller, RepositoryId repository, Permission permission) {
    if (!test(caller, repository, permission)) {
      throw refusal(caller, test(caller, repository, Permission.REPO_READ));
    }
  }

  /** Returns the resources that a list may show the caller, for one SQL statement. */
  public Visibility visibility(Caller caller, Permission permission) {
    if (permission.scope() == Scope.GLOBAL) {
      throw new IllegalArgumentException(permission + " is not held on projects or repositories");
    }
    return holdingsOf(caller).visibility(permission);
  }

  private HeldPermissions holdingsOf(Caller caller) {
    return switch (caller) {
      case Caller.Anonymous _ -> HeldPermissions.NOTHING;
      case Caller.SignedIn(var user, var limit, long stamp) ->
          new HeldPermissions(reader.grantsOf(user.id(), stamp), user.id(), limit);
      case Caller.ResourceBound bound -> new HeldPermissions(grantsOf(bound), null, null);
    };
  }

  private Grants grantsOf(Caller.ResourceBound bound) {
    Map<Long, Permission> projects = new HashMap<>();
    Map<Long, Permission> repositories = new HashMap<>();
    Set<Long> viewed = new HashSet<>();
    bound
        .grants()
        .forEach((resource, permission) -> {
          switch (resource) {
            case ProjectId(long id) -> projects.put(id, permission);
            case RepositoryId(long id) -> {
              repositories.put(id, permission);
              Place place = hierarchy.placeOfRepository(id, bound.permissionStamp());
              if (place != null) {
                viewed.add(place.projectId());
              }
            }
          }
        });
    return new Grants(null, projects, repositories, viewed);
  }

  private @Nullable Permission openness(ProjectId project, Place place, long stamp) {
    if (place.publiclyReadable()) {
      return Permission.PROJECT_READ;
    }
    return hierarchy.projectsWithPublicRepository(stamp).contains(project.id())
        ? Permission.PROJECT_VIEW
        : null;
  }

  private static NotPermittedException refusal(Caller caller, boolean visible) {
    return new NotPermittedException(
        "You are not permitted to access this resource",
        visible,
        caller instanceof Caller.Anonymous);
  }

  private static void requireScope(Permission permission, Scope scope) {
    if (permission.scope() != scope) {
      throw new IllegalArgumentException(permission + " is not held on a " + scope);
    }
  }
}
