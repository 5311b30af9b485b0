package org.packhouse.app.identity.permission;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.PermissionGrants.Grant;
import org.packhouse.app.identity.permission.PermissionGrants.Grantees;
import org.packhouse.app.identity.permission.ResourceHierarchy.Place;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Lists grants on a resource, or on the server if it is null, by name; filters are parts of names.
 */
@Component
public class GrantLists {

  private static final List<Permission> PROJECT_PERMISSIONS =
      List.of(
          Permission.PROJECT_READ,
          Permission.PROJECT_WRITE,
          Permission.REPO_CREATE,
          Permission.PROJECT_ADMIN);

  private final PermissionGrants grants;
  private final UserLists users;
  private final Groups groups;
  private final ResourceHierarchy hierarchy;
  private final PermissionStamp stamp;

  GrantLists(
      PermissionGrants grants,
      UserLists users,
      Groups groups,
      ResourceHierarchy hierarchy,
      PermissionStamp stamp) {
    this.grants = grants;
    this.users = users;
    this.groups = groups;
    this.hierarchy = hierarchy;
    this.stamp = stamp;
  }

  public record Granted<T>(T grantee, Permission permission) {}

  /** The holders of a permission: every licensed user, or those with the ids. */
  public record Holders(boolean everybody, Set<Long> userIds) {}

  @Transactional(readOnly = true)
  public List<Granted<User>> users(
      @Nullable ResourceId resource, String filter, int start, int limit) {
    Map<Long, Permission> granted = granted(resource, Grant::userId);
    return users.named(granted.keySet(), filter, start, limit).stream()
        .map(user -> new Granted<>(user, granted.getOrDefault(user.id(), Permission.PROJECT_VIEW)))
        .toList();
  }

  @Transactional(readOnly = true)
  public List<Granted<Group>> groups(
      @Nullable ResourceId resource, String filter, int start, int limit) {
    Map<Long, Permission> granted = granted(resource, Grant::groupId);
    return groups.search(granted.keySet(), true, filter, start, limit).stream()
        .map(group ->
            new Granted<>(group, granted.getOrDefault(group.id(), Permission.PROJECT_VIEW)))
        .toList();
  }

  /** Lists active users without a grant of their own. */
  @Transactional(readOnly = true)
  public List<User> usersWithout(
      @Nullable ResourceId resource, String filter, int start, int limit) {
    return users.activeExcept(granted(resource, Grant::userId).keySet(), filter, start, limit);
  }

  @Transactional(readOnly = true)
  public List<Group> groupsWithout(
      @Nullable ResourceId resource, String filter, int start, int limit) {
    return groups.search(granted(resource, Grant::groupId).keySet(), false, filter, start, limit);
  }

  /** Returns the holders of a permission by grants, by default, as owners or administrators. */
  @Transactional(readOnly = true)
  public Holders holders(@Nullable ResourceId resource, Permission permission) {
    Permission onServer = resource == null ? permission : Permission.ADMIN;
    Set<Long> ids = holding(GrantTarget.server(), atLeast(onServer));
    Place place = resource == null ? null : place(resource);
    if (resource == null || place == null) {
      return new Holders(false, ids);
    }
    ids.addAll(holding(GrantTarget.resource(resource), atLeast(permission)));
    List<Permission> onProject =
        permission.scope() == Permission.Scope.REPOSITORY
            ? PROJECT_PERMISSIONS.stream()
                .filter(
                    it -> HeldPermissions.covers(HeldPermissions.onRepositories(it), permission))
                .toList()
            : atLeast(permission);
    ids.addAll(holding(GrantTarget.resource(new ProjectId(place.projectId())), onProject));
    if (place.personalOwnerId() != null) {
      ids.add(place.personalOwnerId());
    }
    boolean open = place.publiclyReadable() && HeldPermissions.isOpenWherePublic(permission);
    return new Holders(open || isDefault(place.projectId(), onProject), ids);
  }

  private @Nullable Place place(ResourceId resource) {
    return switch (resource) {
      case ProjectId(long id) -> hierarchy.placeOfProject(id, stamp.current());
      case RepositoryId(long id) -> hierarchy.placeOfRepository(id, stamp.current());
    };
  }

  private static List<Permission> atLeast(Permission permission) {
    return Arrays.stream(Permission.values()).filter(it -> it.includes(permission)).toList();
  }

  /** Returns the users with a grant of one of the permissions, directly or by a group. */
  private Set<Long> holding(GrantTarget on, List<Permission> permissions) {
    Grantees grantees = grants.grantees(on, permissions);
    Set<Long> holders = new HashSet<>(grantees.userIds());
    holders.addAll(users.idsOf(grantees.groupIds()));
    return holders;
  }

  private boolean isDefault(long projectId, List<Permission> permissions) {
    Permission usual = grants.defaultOf(new ProjectId(projectId));
    return usual != null && permissions.contains(usual);
  }

  private Map<Long, Permission> granted(
      @Nullable ResourceId resource, Function<Grant, @Nullable Long> grantee) {
    Map<Long, Permission> granted = new HashMap<>();
    for (Grant grant : grants.on(on(resource))) {
      Long id = grantee.apply(grant);
      if (id != null) {
        granted.put(id, grant.permission());
      }
    }
    return granted;
  }

  private static GrantTarget on(@Nullable ResourceId resource) {
    return resource == null ? GrantTarget.server() : GrantTarget.resource(resource);
  }
}
