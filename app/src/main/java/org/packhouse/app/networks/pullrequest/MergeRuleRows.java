package org.packhouse.app.networks.pullrequest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.networks.pullrequest.MergeRules.Effective;
import org.packhouse.app.networks.pullrequest.MergeRules.Merging;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The rows of settings of pull requests. */
@Component
class MergeRuleRows {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final JdbcClient sql;

  MergeRuleRows(JdbcClient sql) {
    this.sql = sql;
  }

  private record Stored(@Nullable MergeRules own, @Nullable MergeRules ofProject) {}

  /** What holds for a repository, in one statement. */
  Effective of(Repository repository) {
    Stored stored =
        sql.sql(
                """
                select (select settings from pull_request_settings where repository_id = :id) as own,
                       (select settings from pull_request_settings where project_id = :project)
                         as of_project
                """)
            .param("id", repository.id())
            .param("project", repository.project().id())
            .query((row, _) ->
                new Stored(read(row.getString("own")), read(row.getString("of_project"))))
            .single();
    MergeRules.Checks checks =
        stored.own() == null ? MergeRules.Checks.NONE : stored.own().checks();
    if (stored.own() != null && stored.own().merging() != null) {
      return new Effective(stored.own().merging(), checks, "REPOSITORY");
    }
    return stored.ofProject() != null && stored.ofProject().merging() != null
        ? new Effective(stored.ofProject().merging(), checks, "PROJECT")
        : new Effective(Merging.USUAL, checks, "DEFAULT");
  }

  /** What holds for a project. */
  Effective of(Project project) {
    Merging merging = find("project_id", project.id()).map(MergeRules::merging).orElse(null);
    return merging == null
        ? new Effective(Merging.USUAL, MergeRules.Checks.NONE, "DEFAULT")
        : new Effective(merging, MergeRules.Checks.NONE, "PROJECT");
  }

  /** A repository's own, which nobody else changes before the end of the transaction. */
  MergeRules lockOwn(Repository repository) {
    return sql.sql(
            """
            insert into pull_request_settings as kept (repository_id, settings) values (?, ?::jsonb)
            on conflict (repository_id) do update set settings = kept.settings
            returning settings
            """)
        .params(repository.id(), JSON.writeValueAsString(MergeRules.USUAL))
        .query((row, _) -> JSON.readValue(row.getString(1), MergeRules.class))
        .single();
  }

  private Optional<MergeRules> find(String column, long id) {
    String statement =
        column.equals("project_id")
            ? "select settings from pull_request_settings where project_id = ?"
            : "select settings from pull_request_settings where repository_id = ?";
    return sql.sql(statement)
        .param(id)
        .query((row, _) -> JSON.readValue(row.getString(1), MergeRules.class))
        .optional();
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

  private static @Nullable MergeRules read(@Nullable String json) {
    return json == null ? null : JSON.readValue(json, MergeRules.class);
  }
}
