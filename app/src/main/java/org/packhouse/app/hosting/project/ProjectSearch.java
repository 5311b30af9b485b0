package org.packhouse.app.hosting.project;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Permissions.Visibility;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Lists the projects that a caller may see, in one statement. */
@Service
public class ProjectSearch {

  private static final String SELECT =
      """
      select p.id, p.key, p.name, p.description, p.public, p.owner_id
        from project p
       where p.owner_id is null
         and (:everything or p.id = any(:projects) or (:publicToo and (p.public or (:view
              and exists (select 1 from repository r
                           where r.project_id = p.id and r.public and r.trashed_at is null)))))
         and (cast(:name as text) is null or lower(p.name) like :name escape '\\')
       order by lower(p.name), p.id
      offset :start limit :limit
      """;

  private static final RowMapper<Project> MAPPER =
      (row, number) ->
          new Project(
              row.getLong("id"),
              row.getString("key"),
              row.getString("name"),
              row.getString("description"),
              row.getBoolean("public"),
              row.getObject("owner_id", Long.class));

  private final JdbcClient jdbc;
  private final Permissions permissions;

  ProjectSearch(JdbcClient jdbc, Permissions permissions) {
    this.jdbc = jdbc;
    this.permissions = permissions;
  }

  /**
   * The projects on which the caller holds the permission, personal ones apart, by name.
   *
   * @param name a part of the name, in any case; null: all
   */
  public Page<Project> find(
      Caller caller, Permission permission, @Nullable String name, PageRequest page) {
    Visibility visible = permissions.visibility(caller, permission);
    List<Project> rows =
        jdbc.sql(SELECT)
            .param("everything", visible.everything())
            .param("projects", ids(visible))
            .param("publicToo", visible.publicToo())
            .param("view", permission == Permission.PROJECT_VIEW)
            .param("name", name == null || name.isEmpty() ? null : containing(name))
            .param("start", page.start())
            .param("limit", page.oneMore())
            .query(MAPPER)
            .list();
    return Page.ofOneMore(page, rows);
  }

  /** A {@code like} pattern, with escape {@code \}, for lower-case texts that hold the part. */
  public static String containing(String part) {
    return "%"
        + part.toLowerCase(Locale.ROOT)
            .replace("\\", "\\\\")
            .replace("%", "\\%")
            .replace("_", "\\_")
        + "%";
  }

  private static long[] ids(Visibility visible) {
    return visible.projects().stream().mapToLong(Long::longValue).toArray();
  }
}
