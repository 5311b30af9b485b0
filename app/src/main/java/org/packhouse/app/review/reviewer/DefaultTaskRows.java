package org.packhouse.app.review.reviewer;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes default tasks. */
@Component
class DefaultTaskRows {

  private final JdbcClient sql;

  DefaultTaskRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns a project's tasks, or a repository's followed by its project's. */
  List<DefaultTask> list(@Nullable Long repositoryId, long projectId) {
    return sql.sql(
            """
            select id, project_id, repository_id, source_type, source_id, target_type, target_id
                 , description
              from default_task
             where project_id = ? or repository_id = ?
             order by project_id nulls first, id
            """)
        .param(projectId)
        .param(repositoryId)
        .query((row, _) -> read(row))
        .list();
  }

  long insert(DefaultTask wanted) {
    return sql.sql(
            """
            insert into default_task (project_id, repository_id, source_type, source_id
                 , target_type, target_id, description)
            values (:project_id, :repository_id, :source_type, :source_id
                 , :target_type, :target_id, :description)
            returning id
            """)
        .params(wanted.branches().columns())
        .param("description", wanted.description())
        .query(Long.class)
        .single();
  }

  boolean update(DefaultTask wanted) {
    return sql.sql(
                """
                update default_task
                   set source_type = :source_type, source_id = :source_id
                     , target_type = :target_type, target_id = :target_id
                     , description = :description
                 where id = :id and (project_id = :project_id or repository_id = :repository_id)
                """)
            .params(wanted.branches().columns())
            .param("description", wanted.description())
            .param("id", wanted.id())
            .update()
        > 0;
  }

  boolean delete(SettingScope scope, long id) {
    return sql.sql(
                "delete from default_task where id = ? and (project_id = ? or repository_id = ?)")
            .param(id)
            .param(scope.projectId())
            .param(scope.repositoryId())
            .update()
        > 0;
  }

  void deleteAll(SettingScope scope) {
    sql.sql("delete from default_task where project_id = ? or repository_id = ?")
        .param(scope.projectId())
        .param(scope.repositoryId())
        .update();
  }

  private static DefaultTask read(ResultSet row) throws SQLException {
    return new DefaultTask(
        row.getLong("id"), ReviewBranches.read(row), row.getString("description"));
  }
}
