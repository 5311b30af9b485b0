package org.packhouse.app.review.reviewer;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes conditions of default reviewers. */
@Component
class ReviewConditionRows {

  private final JdbcClient sql;

  ReviewConditionRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns a project's conditions, or a repository's followed by its project's. */
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

  long insert(ReviewCondition wanted) {
    return sql.sql(
            """
            insert into default_reviewer_condition (project_id, repository_id, source_type
                 , source_id, target_type, target_id, required_approvals, user_ids)
            values (:project_id, :repository_id, :source_type
                 , :source_id, :target_type, :target_id, :approvals, :users)
            returning id
            """)
        .params(wanted.branches().columns())
        .param("approvals", wanted.requiredApprovals())
        .param("users", wanted.userIds().toArray(Long[]::new))
        .query(Long.class)
        .single();
  }

  boolean update(ReviewCondition wanted) {
    return sql.sql(
                """
                update default_reviewer_condition
                   set source_type = :source_type, source_id = :source_id
                     , target_type = :target_type, target_id = :target_id
                     , required_approvals = :approvals, user_ids = :users
                 where id = :id and (project_id = :project_id or repository_id = :repository_id)
                """)
            .params(wanted.branches().columns())
            .param("approvals", wanted.requiredApprovals())
            .param("users", wanted.userIds().toArray(Long[]::new))
            .param("id", wanted.id())
            .update()
        > 0;
  }

  boolean delete(SettingScope scope, long id) {
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
        ReviewBranches.read(row),
        row.getInt("required_approvals"),
        List.of((Long[]) users.getArray()));
  }
}
