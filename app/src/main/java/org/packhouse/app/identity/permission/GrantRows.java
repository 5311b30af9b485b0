package org.packhouse.app.identity.permission;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the rows of grants. */
@Component
class GrantRows {

  private final JdbcClient jdbc;

  GrantRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A grant to a user or to a group. */
  record Grant(@Nullable Long userId, @Nullable Long groupId, Permission permission) {}

  /** Users and groups. */
  record Grantees(List<Long> userIds, List<Long> groupIds) {}

  /** What was granted there. */
  List<Grant> on(GrantTarget on) {
    return jdbc.sql(
            """
            select user_id, group_id, permission from permission_grant
             where resource_kind = ? and resource_id = ?
            """)
        .params(on.scope().name(), on.id())
        .query(Grant.class)
        .list();
  }

  /** To whom one of the permissions was granted there. */
  Grantees grantees(GrantTarget on, Collection<Permission> permissions) {
    List<Grant> grants =
        on(on).stream().filter(grant -> permissions.contains(grant.permission())).toList();
    return new Grantees(
        grants.stream().map(Grant::userId).filter(Objects::nonNull).toList(),
        grants.stream().map(Grant::groupId).filter(Objects::nonNull).toList());
  }
}
