package org.packhouse.app.source.hook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.json.JsonMappers;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The rows of hooks that are switched on or off. */
@Component
class HookRows {

  private static final JsonMapper JSON = JsonMappers.stored();
  private static final TypeReference<Map<String, Object>> SETTINGS = new TypeReference<>() {};

  private final JdbcClient sql;

  HookRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Those of a project, and then those of a repository of it. */
  List<HookSetting> list(@Nullable Long repositoryId, long projectId) {
    return sql.sql(
            """
            select * from hook_setting where project_id = ? or repository_id = ?
             order by repository_id nulls first, hook
            """)
        .param(projectId)
        .param(repositoryId)
        .query(HookRows::setting)
        .list();
  }

  void put(HookSetting setting) {
    boolean ofProject = setting.resource() instanceof ProjectId;
    String statement =
        ofProject
            ? """
            insert into hook_setting (project_id, hook, enabled, settings, enforced)
            values (?, ?, ?, ?::jsonb, ?)
            on conflict (project_id, hook)
            do update set enabled = excluded.enabled, settings = excluded.settings
                        , enforced = excluded.enforced
            """
            : """
            insert into hook_setting (repository_id, hook, enabled, settings, enforced)
            values (?, ?, ?, ?::jsonb, ?)
            on conflict (repository_id, hook)
            do update set enabled = excluded.enabled, settings = excluded.settings
                        , enforced = excluded.enforced
            """;
    sql.sql(statement)
        .param(setting.resource().id())
        .param(setting.hook())
        .param(setting.enabled())
        .param(setting.settings() == null ? null : JSON.writeValueAsString(setting.settings()))
        .param(setting.enforced())
        .update();
  }

  void delete(ResourceId resource, String hook) {
    String statement =
        resource instanceof ProjectId
            ? "delete from hook_setting where project_id = ? and hook = ?"
            : "delete from hook_setting where repository_id = ? and hook = ?";
    sql.sql(statement).params(resource.id(), hook).update();
  }

  private static HookSetting setting(ResultSet row, int index) throws SQLException {
    Long project = row.getObject("project_id", Long.class);
    String settings = row.getString("settings");
    return new HookSetting(
        project == null ? new RepositoryId(row.getLong("repository_id")) : new ProjectId(project),
        row.getString("hook"),
        row.getBoolean("enabled"),
        settings == null ? null : JSON.readValue(settings, SETTINGS),
        row.getBoolean("enforced"),
        null);
  }
}
