package org.packhouse.app.networks.reviewer;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.RefMatcher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of default tasks. */
@Component
class DefaultTaskRows {

  private final JdbcClient sql;

  DefaultTaskRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Those of a project, or of a repository and its project, the repository's first. */
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
            values (?, ?, ?, ?, ?, ?, ?) returning id
            """)
        .param(wanted.scope().projectId())
        .param(wanted.scope().repositoryId())
        .param(wanted.source().type().name())
        .param(wanted.source().id())
        .param(wanted.target().type().name())
        .param(wanted.target().id())
        .param(wanted.description())
        .query(Long.class)
        .single();
  }

  boolean update(DefaultTask wanted) {
    return sql.sql(
                """
                update default_task
                   set source_type = ?, source_id = ?, target_type = ?, target_id = ?
                     , description = ?
                 where id = ? and (project_id = ? or repository_id = ?)
                """)
            .param(wanted.source().type().name())
            .param(wanted.source().id())
            .param(wanted.target().type().name())
            .param(wanted.target().id())
            .param(wanted.description())
            .param(wanted.id())
            .param(wanted.scope().projectId())
            .param(wanted.scope().repositoryId())
            .update()
        > 0;
  }

  boolean delete(ReviewScope scope, long id) {
    return sql.sql(
                "delete from default_task where id = ? and (project_id = ? or repository_id = ?)")
            .param(id)
            .param(scope.projectId())
            .param(scope.repositoryId())
            .update()
        > 0;
  }

  void deleteAll(ReviewScope scope) {
    sql.sql("delete from default_task where project_id = ? or repository_id = ?")
        .param(scope.projectId())
        .param(scope.repositoryId())
        .update();
  }

  private static DefaultTask read(ResultSet row) throws SQLException {
    return new DefaultTask(
        row.getLong("id"),
        ReviewScope.read(row),
        matcher(row.getString("source_type"), row.getString("source_id")),
        matcher(row.getString("target_type"), row.getString("target_id")),
        row.getString("description"));
  }

  private static RefMatcher matcher(String type, String id) {
    return new RefMatcher(RefMatcher.Type.valueOf(type), id);
  }
}
