package org.packhouse.app.review.build;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes required builds. */
@Component
class RequiredBuildRows {

  private final JdbcClient sql;

  RequiredBuildRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns the project's conditions, then the repository's, oldest first. */
  List<RequiredBuilds> list(@Nullable Long repositoryId, long projectId) {
    return sql.sql(
            """
            select id, project_id, repository_id, target_type, target_id, exempt_type, exempt_id
                 , parent_keys, reporters
              from required_build_condition where project_id = ? or repository_id = ?
             order by repository_id nulls first, id
            """)
        .param(projectId)
        .param(repositoryId)
        .query((row, _) -> read(row))
        .list();
  }

  long insert(RequiredBuilds wanted) {
    SettingScope scope = wanted.scope();
    RefMatcher exempt = wanted.exempt();
    return sql.sql(
            """
            insert into required_build_condition (project_id, repository_id, target_type, target_id
                 , exempt_type, exempt_id, parent_keys, reporters)
            values (?, ?, ?, ?, ?, ?, ?, ?) returning id
            """)
        .param(scope.projectId())
        .param(scope.repositoryId())
        .param(wanted.target().type().name())
        .param(wanted.target().id())
        .param(exempt == null ? null : exempt.type().name())
        .param(exempt == null ? null : exempt.id())
        .param(wanted.parentKeys().toArray(String[]::new))
        .param(wanted.reporters().texts())
        .query(Long.class)
        .single();
  }

  boolean update(RequiredBuilds wanted) {
    RefMatcher exempt = wanted.exempt();
    return sql.sql(
                """
                update required_build_condition
                   set target_type = ?, target_id = ?, exempt_type = ?, exempt_id = ?
                     , parent_keys = ?, reporters = ?
                 where %s = ? and id = ?
                """
                    .formatted(wanted.scope().column()))
            .param(wanted.target().type().name())
            .param(wanted.target().id())
            .param(exempt == null ? null : exempt.type().name())
            .param(exempt == null ? null : exempt.id())
            .param(wanted.parentKeys().toArray(String[]::new))
            .param(wanted.reporters().texts())
            .param(wanted.scope().id())
            .param(wanted.id())
            .update()
        > 0;
  }

  boolean delete(SettingScope scope, long id) {
    return sql.sql(
                "delete from required_build_condition where %s = ? and id = ?"
                    .formatted(scope.column()))
            .params(scope.id(), id)
            .update()
        > 0;
  }

  private static RequiredBuilds read(ResultSet row) throws SQLException {
    Array keys = row.getArray("parent_keys");
    return new RequiredBuilds(
        SettingScope.read(row),
        row.getLong("id"),
        new RefMatcher(
            RefMatcher.Type.valueOf(row.getString("target_type")), row.getString("target_id")),
        exempt(row.getString("exempt_type"), row.getString("exempt_id")),
        List.of((String[]) keys.getArray()),
        Reporters.of((String[]) row.getArray("reporters").getArray()));
  }

  private static @Nullable RefMatcher exempt(@Nullable String type, @Nullable String id) {
    return type == null || id == null ? null : new RefMatcher(RefMatcher.Type.valueOf(type), id);
  }
}
