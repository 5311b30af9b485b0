package org.packhouse.app.review.pullrequest.automatic;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes auto-decline settings, and finds idle pull requests. */
@Component
class AutoDeclineRows {

  private final JdbcClient sql;

  AutoDeclineRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** An open pull request and the time of its last activity. */
  record Idle(long id, long repositoryId, long number, Instant active) {}

  AutoDecline of(Resource resource) {
    return sql.sql(
            """
            select enabled, inactivity_weeks, project_id, repository_id
              from pull_request_auto_decline where project_id = ? or repository_id = ?
             order by project_id nulls first limit 1
            """)
        .param(resource.project().id())
        .param(SettingScope.of(resource).repositoryId())
        .query((row, _) ->
            new AutoDecline(
                row.getBoolean("enabled"), row.getInt("inactivity_weeks"), SettingScope.read(row)))
        .optional()
        .orElse(AutoDecline.NONE);
  }

  void set(SettingScope scope, boolean enabled, int weeks) {
    sql.sql(
            """
            insert into pull_request_auto_decline (%1$s, enabled, inactivity_weeks)
            values (?, ?, ?) on conflict (%1$s) do update
               set enabled = excluded.enabled, inactivity_weeks = excluded.inactivity_weeks
            """
                .formatted(scope.column()))
        .params(scope.id(), enabled, weeks)
        .update();
  }

  void delete(SettingScope scope) {
    sql.sql("delete from pull_request_auto_decline where project_id = ? or repository_id = ?")
        .param(scope.projectId())
        .param(scope.repositoryId())
        .update();
  }

  /** Returns the lowest number of weeks that is enabled anywhere. */
  Optional<Integer> fewestWeeks() {
    return sql.sql("select min(inactivity_weeks) from pull_request_auto_decline where enabled")
        .query(Integer.class)
        .optional();
  }

  /** Returns open pull requests without activity since, in the order of their ids. */
  List<Idle> idle(Instant since, long after, int limit) {
    return sql.sql(
            """
            select id, to_repository_id, number, active
              from pull_request p
                 , lateral (select greatest(p.updated_at, max(a.created_at)) as active
                              from pull_request_activity a where a.pull_request_id = p.id) last
             where p.state = 'OPEN' and p.updated_at < :since and p.id > :after and active < :since
             order by p.id limit :limit
            """)
        .param("since", since.atOffset(ZoneOffset.UTC))
        .param("after", after)
        .param("limit", limit)
        .query((row, _) ->
            new Idle(
                row.getLong("id"),
                row.getLong("to_repository_id"),
                row.getLong("number"),
                row.getObject("active", OffsetDateTime.class).toInstant()))
        .list();
  }
}
