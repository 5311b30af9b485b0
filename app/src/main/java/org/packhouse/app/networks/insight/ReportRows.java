package org.packhouse.app.networks.insight;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The rows of reports. */
@Component
class ReportRows {

  private static final JsonMapper JSON = JsonMappers.stored();

  private final JdbcClient sql;

  ReportRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** A commit of a repository. */
  record Subject(long repositoryId, String commit) {}

  /** Writes a report down; false: the commit has that many others. */
  boolean put(Subject subject, InsightReport report, int limit) {
    return sql.sql(
                """
                insert into insight_report (repository_id, commit_id, key, details, created_at)
                select :repository, :commit, :key, cast(:details as jsonb)
                     , cast(:now as timestamptz)
                 where :limit > (select count(*) from insight_report
                                  where repository_id = :repository and commit_id = :commit
                                    and key <> :key)
                on conflict (repository_id, commit_id, key) do update
                   set details = excluded.details, created_at = excluded.created_at
                """)
            .param("repository", subject.repositoryId())
            .param("commit", subject.commit())
            .param("key", report.key())
            .param("details", JSON.writeValueAsString(report.details()))
            .param("now", report.createdAt().atOffset(ZoneOffset.UTC))
            .param("limit", limit)
            .update()
        > 0;
  }

  List<InsightReport> list(Subject subject, PageRequest page) {
    return sql.sql(
            """
            select key, details, created_at from insight_report
             where repository_id = ? and commit_id = ? order by key offset ? limit ?
            """)
        .params(subject.repositoryId(), subject.commit(), page.start(), page.oneMore())
        .query((row, _) -> read(row))
        .list();
  }

  Optional<InsightReport> find(Subject subject, String key) {
    return sql.sql(
            """
            select key, details, created_at from insight_report
             where repository_id = ? and commit_id = ? and key = ?
            """)
        .params(subject.repositoryId(), subject.commit(), key)
        .query((row, _) -> read(row))
        .optional();
  }

  /** The id of a report, whose row is locked, so that what is added to it is counted right. */
  OptionalLong lock(Subject subject, String key) {
    Optional<Long> id =
        sql.sql(
                """
                select id from insight_report
                 where repository_id = ? and commit_id = ? and key = ? for update
                """)
            .params(subject.repositoryId(), subject.commit(), key)
            .query(Long.class)
            .optional();
    return id.map(OptionalLong::of).orElseGet(OptionalLong::empty);
  }

  void delete(Subject subject, String key) {
    sql.sql("delete from insight_report where repository_id = ? and commit_id = ? and key = ?")
        .params(subject.repositoryId(), subject.commit(), key)
        .update();
  }

  private static InsightReport read(ResultSet row) throws SQLException {
    return new InsightReport(
        row.getString("key"),
        JSON.readValue(row.getString("details"), InsightReport.Details.class),
        row.getObject("created_at", OffsetDateTime.class).toInstant());
  }
}
