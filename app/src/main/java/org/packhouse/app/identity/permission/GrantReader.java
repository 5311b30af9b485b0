package org.packhouse.app.identity.permission;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.packhouse.app.identity.permission.HeldPermissions.Grants;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cache.StampedCache;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads a user's grants once for each permission stamp. */
@Component
class GrantReader {

  private static final RowMapper<Row> ROW = new SimplePropertyRowMapper<>(Row.class);

  private static final String GRANTS =
      """
      select resource_kind as kind, resource_id as id, permission from permission_grant
       where user_id = :user or group_id = any(:groups)
      union all
      select 'PROJECT', project_id, permission from project_default_permission
      """;

  private static final int REMEMBERED_USERS = 10_000;
  private static final BinaryOperator<Permission> HIGHER =
      BinaryOperator.maxBy(Comparator.naturalOrder());

  private final JdbcClient jdbc;
  private final Groups groups;
  private final ResourceHierarchy hierarchy;
  private final StampedCache<Long, Grants> known;

  GrantReader(JdbcClient jdbc, Groups groups, ResourceHierarchy hierarchy, Caches caches) {
    this.jdbc = jdbc;
    this.groups = groups;
    this.hierarchy = hierarchy;
    known = caches.buildStamped("grants", "Permissions of users", REMEMBERED_USERS);
  }

  private record Row(Permission.Scope kind, long id, Permission permission) {}

  Grants grantsOf(long userId, long permissionStamp) {
    return known.get(userId, permissionStamp, () -> read(userId));
  }

  private Grants read(long userId) {
    Permission global = null;
    Map<Long, Permission> projects = new HashMap<>();
    Map<Long, Permission> repositories = new HashMap<>();
    hierarchy.personalProjectOf(userId).ifPresent(id -> projects.put(id, Permission.PROJECT_ADMIN));
    for (Row row : rows(userId)) {
      switch (row.kind()) {
        case GLOBAL -> global = HeldPermissions.higher(global, row.permission());
        case PROJECT -> projects.merge(row.id(), row.permission(), HIGHER);
        case REPOSITORY -> repositories.merge(row.id(), row.permission(), HIGHER);
      }
    }
    return new Grants(
        global,
        Map.copyOf(projects),
        Map.copyOf(repositories),
        Set.copyOf(hierarchy.projectsOf(repositories.keySet())));
  }

  private List<Row> rows(long userId) {
    return jdbc.sql(GRANTS)
        .param("user", userId)
        .param("groups", groups.idsOf(userId).toArray(Long[]::new))
        .query(ROW)
        .list();
  }
}
