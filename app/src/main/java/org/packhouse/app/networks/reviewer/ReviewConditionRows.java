package org.packhouse.app.networks.reviewer;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.RefMatcher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of default reviewers. */
@Component
class ReviewConditionRows {

  private final JdbcClient sql;

  ReviewConditionRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Those of a project, or of a repository and its project, the repository's first. */
  List<ReviewCondition> list(@Nullable Long repositoryId, long projectId) {
    return sql.sql(
            """
            select id, project_id, repository_id, source_type, source_id, target_type, target_id
                 , required_approvals, user_ids
              from default_reviewer_condition
             where project_id = ? or repository_id = ?
             order by project_id nulls first, id
            """)
        .param(projectId)
        .param(repositoryId)
        .query((row, _) -> read(row))
        .list();
  }

  Optional<ReviewCondition> find(ReviewScope scope, long id) {
    return sql.sql(
            """
            select id, project_id, repository_id, source_type, source_id, target_type, target_id
                 , required_approvals, user_ids
              from default_reviewer_condition
             where id = ? and (project_id = ? or repository_id = ?)
            """)
        .param(id)
        .param(scope.projectId())
        .param(scope.repositoryId())
        .query((row, _) -> read(row))
        .optional();
  }

  long insert(ReviewCondition wanted) {
    return sql.sql(
            """
            insert into default_reviewer_condition (project_id, repository_id, source_type
                 , source_id, target_type, target_id, required_approvals, user_ids)
            values (?, ?, ?, ?, ?, ?, ?, ?) returning id
            """)
        .param(wanted.scope().projectId())
        .param(wanted.scope().repositoryId())
        .param(wanted.source().type().name())
        .param(wanted.source().id())
        .param(wanted.target().type().name())
        .param(wanted.target().id())
        .param(wanted.requiredApprovals())
        .param(wanted.userIds().toArray(Long[]::new))
        .query(Long.class)
        .single();
  }

  boolean update(ReviewCondition wanted) {
    return sql.sql(
                """
                update default_reviewer_condition
                   set source_type = ?, source_id = ?, target_type = ?, target_id = ?
                     , required_approvals = ?, user_ids = ?
                 where id = ? and (project_id = ? or repository_id = ?)
                """)
            .param(wanted.source().type().name())
            .param(wanted.source().id())
            .param(wanted.target().type().name())
            .param(wanted.target().id())
            .param(wanted.requiredApprovals())
            .param(wanted.userIds().toArray(Long[]::new))
            .param(wanted.id())
            .param(wanted.scope().projectId())
            .param(wanted.scope().repositoryId())
            .update()
        > 0;
  }

  boolean delete(ReviewScope scope, long id) {
    return sql.sql(
                """
                delete from default_reviewer_condition
                 where id = ? and (project_id = ? or repository_id = ?)
                """)
            .param(id)
            .param(scope.projectId())
            .param(scope.repositoryId())
            .update()
        > 0;
  }

  private static ReviewCondition read(ResultSet row) throws SQLException {
    Array users = row.getArray("user_ids");
    return new ReviewCondition(
        row.getLong("id"),
        ReviewScope.read(row),
        matcher(row.getString("source_type"), row.getString("source_id")),
        matcher(row.getString("target_type"), row.getString("target_id")),
        row.getInt("required_approvals"),
        List.of((Long[]) users.getArray()));
  }

  private static RefMatcher matcher(String type, String id) {
    return new RefMatcher(RefMatcher.Type.valueOf(type), id);
  }
}
