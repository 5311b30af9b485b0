package org.packhouse.app.identity.permission;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.ResourceHierarchy.Place;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.springframework.stereotype.Component;

/**
 * The one place that decides. {@code check} throws and guards; {@code test} answers and only
 * decorates. Neither needs a statement once the caller's grants are remembered under the caller's
 * permission stamp.
 *
 * <p>What a caller holds on a resource is the highest of: all, if an administrator or the owner of
 * the personal project; what was granted on it, to the user, to a group or by default; what was
 * granted on its project; reading, if it is public. A token's limit cuts all but the last.
 */
@Component
public class Permissions {

  /**
   * The response of {@link #visibility}.
   *
   * @param everything whether the caller holds the permission everywhere
   * @param publicToo whether public resources count as well
   * @param projects projects on which the caller holds it (for a repository permission: on every
   *     repository of them)
   * @param repositories repositories on which the caller holds it by a grant of their own
   */
  public record Visibility(
      boolean everything, boolean publicToo, Set<Long> projects, Set<Long> repositories) {}

  private final GrantReader reader;
  private final ResourceHierarchy hierarchy;

  Permissions(GrantReader reader, ResourceHierarchy hierarchy) {
    this.reader = reader;
    this.hierarchy = hierarchy;
  }

  /** Whether the caller holds a {@linkplain Permission.Scope#GLOBAL global} permission. */
  public boolean test(Caller caller, Permission global) {
    requireScope(global, Scope.GLOBAL);
    return HeldPermissions.covers(holdingsOf(caller).onServer(), global);
  }

  /** Whether the caller holds a project permission. */
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

  /** Whether the caller holds a repository permission. */
  public boolean test(Caller caller, RepositoryId repository, Permission permission) {
    requireScope(permission, Scope.REPOSITORY);
    Place place = hierarchy.placeOfRepository(repository.id(), caller.permissionStamp());
    return place != null && holds(holdingsOf(caller), repository, place, permission);
  }

  /**
   * Whether a user, who need not be the one who asks, holds a repository permission.
   *
   * @param permissionStamp what was remembered under this stamp may answer
   */
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

  /**
   * Lets those pass who hold the global permission.
   *
   * @throws NotPermittedException if the caller does not
   */
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
   * Lets those pass who hold the permission.
   *
   * @throws NotPermittedException if the caller does not; {@link NotPermittedException#visible()}
   *     tells whether the caller may at least know that the resource exists
   */
  public void check(Caller caller, ProjectId project, Permission permission) {
    if (!test(caller, project, permission)) {
      throw refusal(caller, test(caller, project, Permission.PROJECT_VIEW));
    }
  }

  /**
   * Lets those pass who hold the permission.
   *
   * @throws NotPermittedException as for projects
   */
  public void check(Caller caller, RepositoryId repository, Permission permission) {
    if (!test(caller, repository, permission)) {
      throw refusal(caller, test(caller, repository, Permission.REPO_READ));
    }
  }

  /**
   * What a list may show the caller: ids for one SQL statement, never a test per row.
   *
   * @param permission a project or repository permission
   */
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
