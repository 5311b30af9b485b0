package org.packhouse.app.review.pullrequest.condition;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
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

  public Effective of(Repository repository) {
    return of(new Resource(repository.project(), repository));
  }

  /** Returns the way of merging of the nearest scope that has one; null is the server. */
  Effective of(@Nullable Resource resource) {
    return sql.sql(
            """
            select settings, project_id, repository_id
              from (select settings, project_id, repository_id from pull_request_settings
                     where repository_id = cast(:repository as bigint)
                        or project_id = cast(:project as bigint)
                     union all
                    select settings, null, null from server_pull_request_settings) scoped
             where jsonb_typeof(settings -> 'merging') = 'object'
             order by repository_id nulls last, project_id nulls last limit 1
            """)
        .param("repository", SettingScope.of(resource).repositoryId())
        .param("project", resource == null ? null : resource.project().id())
        .query((row, _) ->
            new Effective(merging(row.getString("settings")), SettingScope.read(row).level()))
        .optional()
        .orElse(new Effective(Merging.USUAL, SettingScope.Level.GLOBAL));
  }

  private static Merging merging(String json) {
    return Objects.requireNonNull(JSON.readValue(json, MergeRules.class).merging());
  }

  void set(SettingScope scope, MergeRules rules) {
    sql.sql(
            """
            insert into pull_request_settings (%1$s, settings) values (?, ?::jsonb)
            on conflict (%1$s) do update set settings = excluded.settings
            """
                .formatted(scope.column()))
        .params(scope.id(), JSON.writeValueAsString(rules))
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
}
