package org.packhouse.app.review.pullrequest.condition;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Effective;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes pull request settings. */
@Component
public class MergeRuleRows {

  private static final JsonMapper JSON = JsonMappers.stored();

  private final JdbcClient sql;

  MergeRuleRows(JdbcClient sql) {
    this.sql = sql;
  }

  private record Stored(
      @Nullable MergeRules own, @Nullable MergeRules ofProject, @Nullable MergeRules ofServer) {

    private Effective effective() {
      if (own != null && own.merging() != null) {
        return new Effective(own.merging(), SettingScope.Level.REPOSITORY);
      }
      if (ofProject != null && ofProject.merging() != null) {
        return new Effective(ofProject.merging(), SettingScope.Level.PROJECT);
      }
      return new Effective(
          ofServer != null && ofServer.merging() != null ? ofServer.merging() : Merging.USUAL,
          SettingScope.Level.GLOBAL);
    }
  }

  public Effective of(Repository repository) {
    return effective(repository.id(), repository.project().id());
  }

  public Effective of(Project project) {
    return effective(null, project.id());
  }

  public Effective ofServer() {
    return effective(null, null);
  }

  private Effective effective(@Nullable Long repositoryId, @Nullable Long projectId) {
    return sql.sql(
            """
            select (select settings from pull_request_settings
                     where repository_id = cast(:repository as bigint)) as own,
                   (select settings from pull_request_settings
                     where project_id = cast(:project as bigint)) as of_project,
                   (select settings from server_pull_request_settings) as of_server
            """)
        .param("repository", repositoryId)
        .param("project", projectId)
        .query((row, _) ->
            new Stored(
                read(row.getString("own")),
                read(row.getString("of_project")),
                read(row.getString("of_server"))))
        .single()
        .effective();
  }

  void set(Repository repository, MergeRules rules) {
    sql.sql(
            """
            insert into pull_request_settings (repository_id, settings) values (?, ?::jsonb)
            on conflict (repository_id) do update set settings = excluded.settings
            """)
        .params(repository.id(), JSON.writeValueAsString(rules))
        .update();
  }

  void set(Project project, MergeRules rules) {
    sql.sql(
            """
            insert into pull_request_settings (project_id, settings) values (?, ?::jsonb)
            on conflict (project_id) do update set settings = excluded.settings
            """)
        .params(project.id(), JSON.writeValueAsString(rules))
        .update();
  }

  void setServer(MergeRules rules) {
    sql.sql(
            """
            insert into server_pull_request_settings (settings) values (?::jsonb)
            on conflict (only_one) do update set settings = excluded.settings
            """)
        .param(JSON.writeValueAsString(rules))
        .update();
  }

  private static @Nullable MergeRules read(@Nullable String json) {
    return json == null ? null : JSON.readValue(json, MergeRules.class);
  }
}
