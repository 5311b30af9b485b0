package org.packhouse.app.identity.permission;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.identity.user.UserLists;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Grants and revokes; asks no permission. A grantee holds at most one grant on a resource. Each
 * change raises the permission stamp in its transaction.
 */
@Service
public class PermissionGrants {

  private static final RowMapper<Grant> GRANT = new SimplePropertyRowMapper<>(Grant.class);

  private final JdbcClient jdbc;
  private final UserLists users;
  private final Groups groups;
  private final PermissionStamp stamp;
  private final ApplicationEventPublisher events;

  PermissionGrants(
      JdbcClient jdbc,
      UserLists users,
      Groups groups,
      PermissionStamp stamp,
      ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.users = users;
    this.groups = groups;
    this.stamp = stamp;
    this.events = events;
  }

  record Grant(@Nullable Long userId, @Nullable Long groupId, Permission permission) {}

  record Grantees(List<Long> userIds, List<Long> groupIds) {}

  @Transactional
  public void grant(Grantee grantee, Permission global) {
    grant(grantee, GrantTarget.server(), global);
  }

  /** Grants a permission of the resource's scope. */
  @Transactional
  public void grant(Grantee grantee, ResourceId resource, Permission permission) {
    grant(grantee, GrantTarget.resource(resource), permission);
  }

  @Transactional
  public void revoke(Grantee grantee) {
    revoke(grantee, GrantTarget.server());
  }

  @Transactional
  public void revoke(Grantee grantee, ResourceId resource) {
    revoke(grantee, GrantTarget.resource(resource));
  }

  /** Revokes all grants on a resource that is deleted. */
  @Transactional
  public void revokeAll(ResourceId resource) {
    GrantTarget on = GrantTarget.resource(resource);
    jdbc.sql("delete from permission_grant where resource_kind = ? and resource_id = ?")
        .params(on.scope().name(), on.id())
        .update();
    stamp.raise();
  }

  /** The deletion itself raises the stamp, by {@code GrantsChanged}. */
  @EventListener
  void on(UserDeleted event) {
    jdbc.sql("delete from permission_grant where user_id = ?").param(event.user().id()).update();
  }

  /** Returns the default permission of signed-in users in a project; null: none. */
  @Transactional(readOnly = true)
  public @Nullable Permission defaultOf(ResourceId.ProjectId project) {
    return jdbc.sql("select permission from project_default_permission where project_id = ?")
        .param(project.id())
        .query(String.class)
        .optional()
        .map(Permission::valueOf)
        .orElse(null);
  }

  /** Sets the default permission of signed-in users in a project; null: none. */
  @Transactional
  public void setDefault(ResourceId.ProjectId project, @Nullable Permission permission) {
    if (permission == null) {
      jdbc.sql("delete from project_default_permission where project_id = ?")
          .param(project.id())
          .update();
    } else {
      requireScope(GrantTarget.resource(project), permission);
      jdbc.sql(
              """
              insert into project_default_permission (project_id, permission) values (?, ?)
              on conflict (project_id) do update set permission = excluded.permission
              """)
          .params(project.id(), permission.name())
          .update();
    }
    stamp.raise();
    events.publishEvent(
        new AuditableChange(
            "permission.default-changed",
            GrantTarget.resource(project).describe(),
            Map.of("permission", permission == null ? "none" : permission.name())));
  }

  /** Returns the highest global permission, of a user also by groups; null: none. */
  @Transactional(readOnly = true)
  public @Nullable Permission globalOf(Grantee grantee) {
    return switch (grantee) {
      case Grantee.ToUser(long id, _) -> highest(id, groups.idsOf(id));
      case Grantee.ToGroup(long id, _) -> highest(null, List.of(id));
    };
  }

  /** Returns whether an active user holds {@code SYS_ADMIN}. */
  @Transactional(readOnly = true)
  public boolean hasSystemAdministrator() {
    Grantees grantees = grantees(GrantTarget.server(), Set.of(Permission.SYS_ADMIN));
    return users.isAnyActive(grantees.userIds(), grantees.groupIds());
  }

  List<Grant> on(GrantTarget on) {
    return jdbc.sql(
            """
            select user_id, group_id, permission from permission_grant
             where resource_kind = ? and resource_id = ?
            """)
        .params(on.scope().name(), on.id())
        .query(GRANT)
        .list();
  }

  Grantees grantees(GrantTarget on, Collection<Permission> permissions) {
    List<Grant> grants =
        on(on).stream().filter(grant -> permissions.contains(grant.permission())).toList();
    return new Grantees(
        grants.stream().map(Grant::userId).filter(Objects::nonNull).toList(),
        grants.stream().map(Grant::groupId).filter(Objects::nonNull).toList());
  }

  private @Nullable Permission highest(@Nullable Long userId, Collection<Long> groupIds) {
    return jdbc
        .sql(
            """
            select permission from permission_grant
             where resource_kind = 'GLOBAL' and (user_id = ? or group_id = any(?))
            """)
        .param(userId)
        .param(groupIds.toArray(Long[]::new))
        .query((row, _) -> Permission.valueOf(row.getString(1)))
        .list()
        .stream()
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private void grant(Grantee grantee, GrantTarget on, Permission permission) {
    requireScope(on, permission);
    String column = column(grantee);
    jdbc.sql(
            """
            insert into permission_grant (resource_kind, resource_id, %1$s, permission)
            values (?, ?, ?, ?)
            on conflict (%1$s, resource_kind, resource_id) where %1$s is not null
            do update set permission = excluded.permission
            """
                .formatted(column))
        .params(on.scope().name(), on.id(), grantee.id(), permission.name())
        .update();
    stamp.raise();
    events.publishEvent(
        new AuditableChange(
            "permission.granted",
            on.describe(),
            Map.of("grantee", grantee.name(), "permission", permission.name())));
  }

  private void revoke(Grantee grantee, GrantTarget on) {
    int revoked =
        jdbc.sql(
                "delete from permission_grant where %s = ? and resource_kind = ? and resource_id = ?"
                    .formatted(column(grantee)))
            .params(grantee.id(), on.scope().name(), on.id())
            .update();
    if (revoked > 0) {
      stamp.raise();
      events.publishEvent(
          new AuditableChange(
              "permission.revoked", on.describe(), Map.of("grantee", grantee.name())));
    }
  }

  private static void requireScope(GrantTarget on, Permission permission) {
    if (permission.scope() != on.scope()) {
      throw new IllegalArgumentException(permission + " cannot be granted on a " + on.scope());
    }
  }

  private static String column(Grantee grantee) {
    return switch (grantee) {
      case Grantee.ToUser _ -> "user_id";
      case Grantee.ToGroup _ -> "group_id";
    };
  }
}
