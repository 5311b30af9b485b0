package org.packhouse.app.review.pullrequest.automatic;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes auto-merge switches. */
@Component
class AutoMergeSwitchRows {

  private final JdbcClient sql;

  AutoMergeSwitchRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns what holds; a project's restricted switch precedes the repository's. */
  AutoMergeSwitch of(Resource resource) {
    return sql.sql(
            """
            select enabled, project_id, repository_id, restricted
              from pull_request_auto_merge_switch where project_id = ? or repository_id = ?
             order by restricted desc, repository_id nulls last limit 1
            """)
        .param(resource.project().id())
        .param(SettingScope.of(resource).repositoryId())
        .query((row, _) ->
            new AutoMergeSwitch(
                row.getBoolean("enabled"), SettingScope.read(row), row.getBoolean("restricted")))
        .optional()
        .orElse(AutoMergeSwitch.ON);
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

  /** Sets a project's switch; a null {@code restricted} stays as it is. */
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

  void delete(SettingScope scope) {
    sql.sql("delete from pull_request_auto_merge_switch where project_id = ? or repository_id = ?")
        .param(scope.projectId())
        .param(scope.repositoryId())
        .update();
  }
}
