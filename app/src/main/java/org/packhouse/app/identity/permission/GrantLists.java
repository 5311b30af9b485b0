package org.packhouse.app.identity.permission;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Lists what was granted on a resource; {@code null} for a resource means the server. Lists are by
 * name; a filter is a part of the name (of users also of the display name), in any case.
 */
@Component
public class GrantLists {

  private static final String PAGE = " offset :start limit :limit";
  private static final String USER_FILTER =
      """
       and (position(lower(:filter) in lower(u.name)) > 0
            or position(lower(:filter) in lower(u.display_name)) > 0)
      """;

  private static final List<Permission> PROJECT_PERMISSIONS =
      List.of(
          Permission.PROJECT_READ,
          Permission.PROJECT_WRITE,
          Permission.REPO_CREATE,
          Permission.PROJECT_ADMIN);

  private final JdbcClient jdbc;

  GrantLists(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A page of grants: row ids of users or groups in the order of the list. */
  public record Page(Map<Long, Permission> byId) {}

  /**
   * The holders of a permission.
   *
   * @param everybody whether every licensed user does
   * @param userIds those who do, if not everybody
   */
  public record Holders(boolean everybody, Set<Long> userIds) {}

  /** Users with a grant of their own. */
  @Transactional(readOnly = true)
  public Page users(@Nullable ResourceId resource, String filter, int start, int limit) {
    return page(
        """
        select u.id, g.permission from permission_grant g join users u on u.id = g.user_id
         where g.resource_kind = :kind and g.resource_id = :resource and not u.deleted
        """
            + USER_FILTER
            + " order by lower(u.name)",
        resource,
        filter,
        start,
        limit);
  }

  /** Groups with a grant. */
  @Transactional(readOnly = true)
  public Page groups(@Nullable ResourceId resource, String filter, int start, int limit) {
    return page(
        """
        select p.id, g.permission from permission_grant g join groups p on p.id = g.group_id
         where g.resource_kind = :kind and g.resource_id = :resource
           and position(lower(:filter) in lower(p.name)) > 0
         order by lower(p.name)
        """,
        resource,
        filter,
        start,
        limit);
  }

  /** Active users without a grant of their own. */
  @Transactional(readOnly = true)
  public List<Long> usersWithout(
      @Nullable ResourceId resource, String filter, int start, int limit) {
    return ids(
        """
        select u.id from users u
         where u.active and not u.deleted and not exists (
               select 1 from permission_grant g
                where g.user_id = u.id and g.resource_kind = :kind and g.resource_id = :resource)
        """
            + USER_FILTER
            + " order by lower(u.name)",
        resource,
        filter,
        start,
        limit);
  }

  /** Groups without a grant. */
  @Transactional(readOnly = true)
  public List<Long> groupsWithout(
      @Nullable ResourceId resource, String filter, int start, int limit) {
    return ids(
        """
        select p.id from groups p
         where position(lower(:filter) in lower(p.name)) > 0 and not exists (
               select 1 from permission_grant g
                where g.group_id = p.id and g.resource_kind = :kind and g.resource_id = :resource)
         order by lower(p.name)
        """,
        resource,
        filter,
        start,
        limit);
  }

  /**
   * Which users hold a permission, by a grant to them, to a group or by default, as owners, or as
   * administrators.
   */
  @Transactional(readOnly = true)
  public Holders holders(@Nullable ResourceId resource, Permission permission) {
    Set<Long> ids = new HashSet<>(granted(null, atLeast(administrators(resource, permission))));
    if (resource == null) {
      return new Holders(false, ids);
    }
    ids.addAll(granted(resource, atLeast(permission)));
    ProjectId project = resource instanceof ProjectId it ? it : projectOf(resource);
    List<Permission> onProject =
        permission.scope() == Permission.Scope.REPOSITORY
            ? PROJECT_PERMISSIONS.stream()
                .filter(it -> Holdings.covers(Holdings.onRepositories(it), permission))
                .toList()
            : atLeast(permission);
    if (project == null) {
      return new Holders(false, ids);
    }
    ids.addAll(granted(project, onProject));
    ids.addAll(
        jdbc.sql("select owner_id from project where id = ? and owner_id is not null")
            .param(project.id())
            .query((row, _) -> row.getLong(1))
            .list());
    return new Holders(isForEverybody(resource, project, permission, onProject), ids);
  }

  private static Permission administrators(@Nullable ResourceId resource, Permission permission) {
    return resource == null ? permission : Permission.ADMIN;
  }

  private static List<Permission> atLeast(Permission permission) {
    return Arrays.stream(Permission.values()).filter(it -> it.includes(permission)).toList();
  }

  private List<Long> granted(@Nullable ResourceId resource, List<Permission> permissions) {
    GrantedOn on = on(resource);
    return jdbc.sql(
            """
            select distinct coalesce(g.user_id, m.user_id) as id from permission_grant g
              left join group_membership m on m.group_id = g.group_id
             where g.resource_kind = :kind and g.resource_id = :resource
               and g.permission = any(:permissions)
               and coalesce(g.user_id, m.user_id) is not null
            """)
        .param("kind", on.scope().name())
        .param("resource", on.id())
        .param("permissions", permissions.stream().map(Permission::name).toArray(String[]::new))
        .query((row, _) -> row.getLong("id"))
        .list();
  }

  private @Nullable ProjectId projectOf(ResourceId repository) {
    return jdbc.sql("select project_id from repository where id = ?")
        .param(repository.id())
        .query((row, _) -> new ProjectId(row.getLong(1)))
        .optional()
        .orElse(null);
  }

  private boolean isForEverybody(
      ResourceId resource, ProjectId project, Permission permission, List<Permission> onProject) {
    boolean reading =
        permission == Permission.PROJECT_READ
            || permission == Permission.PROJECT_VIEW
            || permission == Permission.REPO_READ;
    return jdbc.sql(
            """
            select exists (select 1 from project_default_permission
                            where project_id = :project and permission = any(:permissions))
                or (:reading and exists (select 1 from project where id = :project and public))
                or (:reading and exists (select 1 from repository
                                          where id = :repository and public))
            """)
        .param("project", project.id())
        .param("permissions", onProject.stream().map(Permission::name).toArray(String[]::new))
        .param("reading", reading)
        .param("repository", resource instanceof RepositoryId(long id) ? id : -1L)
        .query((row, _) -> row.getBoolean(1))
        .single();
  }

  private Page page(
      String sql, @Nullable ResourceId resource, String filter, int start, int limit) {
    Map<Long, Permission> rows = new LinkedHashMap<>();
    statement(sql, resource, filter, start, limit)
        .query(row -> {
          rows.put(row.getLong("id"), Permission.valueOf(row.getString("permission")));
        });
    return new Page(rows);
  }

  private List<Long> ids(
      String sql, @Nullable ResourceId resource, String filter, int start, int limit) {
    return statement(sql, resource, filter, start, limit)
        .query((row, _) -> row.getLong("id"))
        .list();
  }

  private JdbcClient.StatementSpec statement(
      String sql, @Nullable ResourceId resource, String filter, int start, int limit) {
    GrantedOn on = on(resource);
    return jdbc.sql(sql + PAGE)
        .param("kind", on.scope().name())
        .param("resource", on.id())
        .param("filter", filter)
        .param("start", start)
        .param("limit", limit);
  }

  private static GrantedOn on(@Nullable ResourceId resource) {
    return resource == null ? GrantedOn.server() : GrantedOn.resource(resource);
  }
}
