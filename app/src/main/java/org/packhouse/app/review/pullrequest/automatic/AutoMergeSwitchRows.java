package org.packhouse.app.review.pullrequest.automatic;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of settings that allow pull requests to be merged by themselves. */
@Component
class AutoMergeSwitchRows {

  private final JdbcClient sql;

  AutoMergeSwitchRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** What holds for a repository. */
  AutoMergeSwitch of(Repository repository) {
    return read(repository.project().id(), repository.id());
  }

  /** What holds for a project. */
  AutoMergeSwitch of(Project project) {
    return read(project.id(), null);
  }

  private AutoMergeSwitch read(long projectId, @Nullable Long repositoryId) {
    return sql.sql(
            """
            select (select enabled from pull_request_auto_merge_switch
                     where repository_id = cast(:repository as bigint)) as own,
                   (select enabled from pull_request_auto_merge_switch
                     where project_id = :project) as of_project,
                   exists (select 1 from pull_request_auto_merge_switch
                            where project_id = :project and restricted) as restricted
            """)
        .param("repository", repositoryId)
        .param("project", projectId)
        .query((row, _) ->
            AutoMergeSwitch.of(
                flag(row, "own"), flag(row, "of_project"), row.getBoolean("restricted")))
        .single();
  }

  private static @Nullable Boolean flag(ResultSet row, String column) throws SQLException {
    return row.getObject(column, Boolean.class);
  }

  void set(Repository repository, boolean enabled) {
    sql.sql(
            """
            insert into pull_request_auto_merge_switch (repository_id, enabled) values (?, ?)
            on conflict (repository_id) do update set enabled = excluded.enabled
            """)
        .params(repository.id(), enabled)
        .update();
  }

  /**
   * Sets what holds for a project.
   *
   * @param restricted null: as it is
   */
  void set(Project project, boolean enabled, @Nullable Boolean restricted) {
    sql.sql(
            """
            insert into pull_request_auto_merge_switch as present (project_id, enabled, restricted)
            values (:project, :enabled, coalesce(cast(:restricted as boolean), false))
            on conflict (project_id) do update
               set enabled = excluded.enabled
                 , restricted = coalesce(cast(:restricted as boolean), present.restricted)
            """)
        .param("project", project.id())
        .param("enabled", enabled)
        .param("restricted", restricted)
        .update();
  }

  void delete(Repository repository) {
    sql.sql("delete from pull_request_auto_merge_switch where repository_id = ?")
        .param(repository.id())
        .update();
  }

  void delete(Project project) {
    sql.sql("delete from pull_request_auto_merge_switch where project_id = ?")
        .param(project.id())
        .update();
  }
}
