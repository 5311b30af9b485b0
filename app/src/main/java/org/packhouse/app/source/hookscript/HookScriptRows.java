package org.packhouse.app.source.hookscript;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.hookscript.HookScript.Place;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes hook scripts and the scopes they are enabled in. */
@Component
class HookScriptRows {

  private static final RowMapper<HookScript> SCRIPT =
      new SimplePropertyRowMapper<>(HookScript.class);

  private final JdbcClient sql;

  HookScriptRows(JdbcClient sql) {
    this.sql = sql;
  }

  long insert(HookScriptUpload upload, HookScript.Type type) {
    return sql.sql(
            """
            insert into hook_script (name, description, type, content) values (?, ?, ?, ?)
            returning id
            """)
        .param(upload.name())
        .param(upload.description())
        .param(type.name())
        .param(upload.content())
        .query(Long.class)
        .single();
  }

  /** Changes the fields that the upload has; returns false if there is no such script. */
  boolean update(long id, HookScriptUpload upload) {
    return sql.sql(
                """
                update hook_script
                   set name = coalesce(?, name), description = coalesce(?, description),
                       content = coalesce(cast(? as bytea), content), version = version + 1,
                       updated_at = now()
                 where id = ?
                """)
            .param(upload.name())
            .param(upload.description())
            .param(upload.content())
            .param(id)
            .update()
        > 0;
  }

  void delete(long id) {
    sql.sql("delete from hook_script where id = ?").param(id).update();
  }

  Optional<HookScript> find(long id) {
    return sql.sql(
            """
            select id, name, description, type, version, created_at as created
                 , updated_at as updated
              from hook_script where id = ?
            """)
        .param(id)
        .query(SCRIPT)
        .optional();
  }

  Optional<byte[]> content(long id) {
    return sql.sql("select content from hook_script where id = ?")
        .param(id)
        .query((row, _) -> row.getBytes(1))
        .optional();
  }

  int count() {
    return sql.sql("select count(*) from hook_script").query(Integer.class).single();
  }

  /** Returns the project's places, then the repository's. */
  List<Place> places(@Nullable Long repositoryId, long projectId) {
    return sql.sql(
            """
            select s.id, s.name, s.description, s.type, s.version, s.created_at as created
                 , s.updated_at as updated, p.project_id, p.repository_id, p.triggers, p.enforced
              from hook_script_setting p join hook_script s on s.id = p.hook_script_id
             where p.project_id = ? or p.repository_id = ?
             order by p.repository_id nulls first, s.id
            """)
        .param(projectId)
        .param(repositoryId)
        .query(HookScriptRows::place)
        .list();
  }

  void put(Place place) {
    SettingScope scope = place.scope();
    remove(scope, place.script().id());
    sql.sql(
            """
            insert into hook_script_setting
                   (hook_script_id, project_id, repository_id, triggers, enforced)
            values (?, ?, ?, ?, ?)
            """)
        .param(place.script().id())
        .param(scope.projectId())
        .param(scope.repositoryId())
        .param(place.triggers().toArray(String[]::new))
        .param(place.enforced())
        .update();
  }

  boolean remove(SettingScope scope, long id) {
    return sql.sql(
                "delete from hook_script_setting where %s = ? and hook_script_id = ?"
                    .formatted(scope.column()))
            .params(scope.id(), id)
            .update()
        > 0;
  }

  private static Place place(ResultSet row, int index) throws SQLException {
    return new Place(
        SCRIPT.mapRow(row, index),
        SettingScope.read(row),
        List.copyOf(Arrays.asList((String[]) row.getArray("triggers").getArray())),
        row.getBoolean("enforced"));
  }
}
