package org.packhouse.app.identity.permission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Reads what a user was granted, and remembers it under the permission stamp of the request that
 * asked: one statement for each user and stamp. What is read is never older than the stamp, for the
 * stamp was read before.
 */
@Component
class GrantReader {

  private static final String GRANTS =
      """
      select g.resource_kind, g.resource_id, g.permission, r.project_id
        from permission_grant g
        left join repository r on g.resource_kind = 'REPOSITORY' and r.id = g.resource_id
       where g.user_id = :user
          or g.group_id in (select group_id from group_membership where user_id = :user)
      union all
      select 'PROJECT', project_id, permission, null from project_default_permission
      union all
      select 'PROJECT', id, 'PROJECT_ADMIN', null from project where owner_id = :user
      """;

  private static final int REMEMBERED_USERS = 10_000;
  private static final int REMEMBERED_PROJECTS = 50_000;

  private final JdbcClient jdbc;
  private final Cache<Long, Remembered<Grants>> grants =
      Caffeine.newBuilder().maximumSize(REMEMBERED_USERS).build();
  private final Cache<Long, Remembered<Boolean>> publicRepositoryInside =
      Caffeine.newBuilder().maximumSize(REMEMBERED_PROJECTS).build();

  GrantReader(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  private record Remembered<T>(long stamp, T value) {}

  private record Row(
      String resourceKind, long resourceId, String permission, @Nullable Long projectId) {}

  Grants grantsOf(long userId, long permissionStamp) {
    Remembered<Grants> remembered = grants.getIfPresent(userId);
    if (remembered == null || remembered.stamp() != permissionStamp) {
      remembered = new Remembered<>(permissionStamp, read(userId));
      grants.put(userId, remembered);
    }
    return remembered.value();
  }

  boolean hasPublicRepository(long projectId, long permissionStamp) {
    Remembered<Boolean> remembered = publicRepositoryInside.getIfPresent(projectId);
    if (remembered == null || remembered.stamp() != permissionStamp) {
      boolean inside =
          jdbc.sql(
                  "select exists (select 1 from repository"
                      + " where project_id = ? and public and trashed_at is null)")
              .param(projectId)
              .query(Boolean.class)
              .single();
      remembered = new Remembered<>(permissionStamp, inside);
      publicRepositoryInside.put(projectId, remembered);
    }
    return remembered.value();
  }

  private Grants read(long userId) {
    Permission global = null;
    Map<Long, Permission> projects = new HashMap<>();
    Map<Long, Permission> repositories = new HashMap<>();
    Set<Long> viewedProjects = new HashSet<>();
    for (Row row : jdbc.sql(GRANTS).param("user", userId).query(GrantReader::row).list()) {
      Permission permission = Permission.valueOf(row.permission());
      switch (row.resourceKind()) {
        case "GLOBAL" -> global = global == null ? permission : higher(global, permission);
        case "PROJECT" -> projects.merge(row.resourceId(), permission, GrantReader::higher);
        default -> {
          repositories.merge(row.resourceId(), permission, GrantReader::higher);
          if (row.projectId() != null) {
            viewedProjects.add(row.projectId());
          }
        }
      }
    }
    return new Grants(
        global, Map.copyOf(projects), Map.copyOf(repositories), Set.copyOf(viewedProjects));
  }

  private static Row row(ResultSet row, int index) throws SQLException {
    return new Row(
        row.getString("resource_kind"),
        row.getLong("resource_id"),
        row.getString("permission"),
        row.getObject("project_id", Long.class));
  }

  private static Permission higher(Permission one, Permission other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
