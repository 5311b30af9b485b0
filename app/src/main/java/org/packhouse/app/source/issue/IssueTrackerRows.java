package org.packhouse.app.source.issue;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes issue trackers; the server's row has neither project nor repository. */
@Component
class IssueTrackerRows {

  private final JdbcClient sql;

  IssueTrackerRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns the setting of the repository, else of the project, else of the server. */
  IssueTrackerSetting nearest(@Nullable Long repositoryId, @Nullable Long projectId) {
    return sql.sql(
            """
            select project_id, repository_id, url, prefixes from issue_tracker
             where (project_id is null and repository_id is null)
                or project_id = cast(:project as bigint)
                or repository_id = cast(:repository as bigint)
             order by repository_id nulls last, project_id nulls last limit 1
            """)
        .param("project", projectId)
        .param("repository", repositoryId)
        .query((row, _) -> setting(row))
        .optional()
        .orElse(IssueTrackerSetting.NONE);
  }

  private static IssueTrackerSetting setting(ResultSet row) throws SQLException {
    String url = row.getString("url");
    return new IssueTrackerSetting(
        url == null ? null : new IssueTracker(url, texts(row.getArray("prefixes"))),
        SettingScope.read(row));
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }

  /** Replaces the setting; callers serialise changes by raising the permission stamp first. */
  void put(SettingScope scope, @Nullable IssueTracker tracker) {
    delete(scope);
    sql.sql(
            "insert into issue_tracker (repository_id, project_id, url, prefixes) values (?, ?, ?, ?)")
        .param(scope.repositoryId())
        .param(scope.projectId())
        .param(tracker == null ? null : tracker.url())
        .param(tracker == null ? new String[0] : tracker.prefixes().toArray(String[]::new))
        .update();
  }

  void delete(SettingScope scope) {
    sql.sql(
            """
            delete from issue_tracker
             where repository_id is not distinct from cast(? as bigint)
               and project_id is not distinct from cast(? as bigint)
            """)
        .param(scope.repositoryId())
        .param(scope.projectId())
        .update();
  }
}
