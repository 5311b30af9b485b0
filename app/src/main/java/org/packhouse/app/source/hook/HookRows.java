package org.packhouse.app.source.hook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.json.JsonMappers;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes hook settings. */
@Component
class HookRows {

  private static final JsonMapper JSON = JsonMappers.stored();
  private static final TypeReference<Map<String, Object>> SETTINGS = new TypeReference<>() {};

  private final JdbcClient sql;

  HookRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns the project's settings, then the repository's. */
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
    sql.sql(
            """
            insert into hook_setting (%1$s, hook, enabled, settings, enforced)
            values (?, ?, ?, ?::jsonb, ?)
            on conflict (%1$s, hook)
            do update set enabled = excluded.enabled, settings = excluded.settings
                        , enforced = excluded.enforced
            """
                .formatted(setting.scope().column()))
        .param(setting.scope().id())
        .param(setting.hook())
        .param(setting.enabled())
        .param(setting.settings() == null ? null : JSON.writeValueAsString(setting.settings()))
        .param(setting.enforced())
        .update();
  }

  void delete(SettingScope scope, String hook) {
    sql.sql("delete from hook_setting where %s = ? and hook = ?".formatted(scope.column()))
        .params(scope.id(), hook)
        .update();
  }

  private static HookSetting setting(ResultSet row, int index) throws SQLException {
    String settings = row.getString("settings");
    return new HookSetting(
        SettingScope.read(row),
        row.getString("hook"),
        row.getBoolean("enabled"),
        settings == null ? null : JSON.readValue(settings, SETTINGS),
        row.getBoolean("enforced"),
        null);
  }
}
