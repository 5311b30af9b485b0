package org.packhouse.app.identity.permission;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class GrantRows {

  private static final RowMapper<Grant> GRANT = new SimplePropertyRowMapper<>(Grant.class);

  private final JdbcClient jdbc;

  GrantRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record Grant(@Nullable Long userId, @Nullable Long groupId, Permission permission) {}

  record Grantees(List<Long> userIds, List<Long> groupIds) {}

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
}
