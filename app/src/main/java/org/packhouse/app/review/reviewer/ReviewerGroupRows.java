package org.packhouse.app.review.reviewer;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes reviewer groups. */
@Component
class ReviewerGroupRows {

  private final JdbcClient sql;

  ReviewerGroupRows(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * Returns a page and one more of a project's, or a repository's and its project's, groups by
   * name.
   */
  List<ReviewerGroup> list(@Nullable Long repositoryId, long projectId, PageRequest page) {
    return sql.sql(
            """
            select id, project_id, repository_id, name, description, user_ids
              from reviewer_group where project_id = ? or repository_id = ?
             order by lower(name), id offset ? limit ?
            """)
        .param(projectId)
        .param(repositoryId)
        .param(page.start())
        .param(page.oneMore())
        .query((row, _) -> read(row))
        .list();
  }

  Optional<ReviewerGroup> find(@Nullable Long repositoryId, long projectId, long id) {
    return sql.sql(
            """
            select id, project_id, repository_id, name, description, user_ids
              from reviewer_group where id = ? and (project_id = ? or repository_id = ?)
            """)
        .param(id)
        .param(projectId)
        .param(repositoryId)
        .query((row, _) -> read(row))
        .optional();
  }

  /** Returns members by lower-case group name; a repository's group hides its project's. */
  Map<String, List<Long>> members(
      long repositoryId, long projectId, Collection<String> lowerCaseNames) {
    Map<String, List<Long>> members = new HashMap<>();
    sql.sql(
            """
            select id, project_id, repository_id, name, description, user_ids
              from reviewer_group
             where lower(name) = any(?) and (repository_id = ? or project_id = ?)
             order by repository_id nulls last
            """)
        .param(lowerCaseNames.toArray(String[]::new))
        .param(repositoryId)
        .param(projectId)
        .query((row, _) -> read(row))
        .list()
        .forEach(
            group -> members.putIfAbsent(group.name().toLowerCase(Locale.ROOT), group.userIds()));
    return members;
  }

  int count(SettingScope scope) {
    return sql.sql("select count(*) from reviewer_group where project_id = ? or repository_id = ?")
        .param(scope.projectId())
        .param(scope.repositoryId())
        .query(Integer.class)
        .single();
  }

  long insert(ReviewerGroup group) {
    return sql.sql(
            """
            insert into reviewer_group (project_id, repository_id, name, description, user_ids)
            values (?, ?, ?, ?, ?) returning id
            """)
        .param(group.scope().projectId())
        .param(group.scope().repositoryId())
        .param(group.name())
        .param(group.description())
        .param(group.userIds().toArray(Long[]::new))
        .query(Long.class)
        .single();
  }

  void update(ReviewerGroup group) {
    sql.sql("update reviewer_group set name = ?, description = ?, user_ids = ? where id = ?")
        .param(group.name())
        .param(group.description())
        .param(group.userIds().toArray(Long[]::new))
        .param(group.id())
        .update();
  }

  void delete(long id) {
    sql.sql("delete from reviewer_group where id = ?").param(id).update();
  }

  private static ReviewerGroup read(ResultSet row) throws SQLException {
    Array users = row.getArray("user_ids");
    return new ReviewerGroup(
        row.getLong("id"),
        SettingScope.read(row),
        row.getString("name"),
        row.getString("description"),
        List.of((Long[]) users.getArray()));
  }
}
