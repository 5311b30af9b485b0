package org.packhouse.app.review.insight;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.build.Author;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes reports. */
@Component
class ReportRows {

  private static final JsonMapper JSON = JsonMappers.stored();

  private final JdbcClient sql;

  ReportRows(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * Stores a report; {@code replaces} lets it overwrite another author's, whose row is locked.
   *
   * @return false if the author has too many reports on the commit, or the row is another author's
   */
  boolean put(InsightSubject subject, InsightReport report, boolean replaces, int limit) {
    Author author = report.author();
    return sql.sql(
                """
                insert into insight_report (repository_id, commit_id, key, details, created_at
                     , author, authored_at)
                select :repository, :commit, :key, cast(:details as jsonb)
                     , cast(:now as timestamptz), :author, cast(:now as timestamptz)
                 where :limit > (select count(*) from insight_report
                                  where repository_id = :repository and commit_id = :commit
                                    and key <> :key and author = :author)
                on conflict (repository_id, commit_id, key) do update
                   set details = excluded.details, created_at = excluded.created_at
                     , author = excluded.author, authored_at = excluded.authored_at
                 where :replaces or insight_report.author = excluded.author
                """)
            .param("repository", subject.repositoryId())
            .param("commit", subject.commit())
            .param("key", report.key())
            .param("details", JSON.writeValueAsString(report.details()))
            .param("now", report.createdAt().atOffset(ZoneOffset.UTC))
            .param("author", author == null ? null : author.text())
            .param("replaces", replaces)
            .param("limit", limit)
            .update()
        > 0;
  }

  List<InsightReport> list(InsightSubject subject, PageRequest page) {
    return sql.sql(
            """
            select key, details, created_at
                 , case when authored_at = created_at then author end as known_author
              from insight_report
             where repository_id = ? and commit_id = ? order by key offset ? limit ?
            """)
        .params(subject.repositoryId(), subject.commit(), page.start(), page.oneMore())
        .query((row, _) -> read(row))
        .list();
  }

  List<InsightReport> list(InsightSubject subject, Collection<String> keys) {
    return sql.sql(
            """
            select key, details, created_at
                 , case when authored_at = created_at then author end as known_author
              from insight_report
             where repository_id = ? and commit_id = ? and key = any(?)
            """)
        .params(subject.repositoryId(), subject.commit(), keys.toArray(String[]::new))
        .query((row, _) -> read(row))
        .list();
  }

  Optional<InsightReport> find(InsightSubject subject, String key) {
    return list(subject, List.of(key)).stream().findFirst();
  }

  record Stored(long id, InsightReport report) {}

  /** Locks and returns a report, so that its annotations are counted right. */
  Optional<Stored> lock(InsightSubject subject, String key) {
    return sql.sql(
            """
            select id, key, details, created_at
                 , case when authored_at = created_at then author end as known_author
              from insight_report
             where repository_id = ? and commit_id = ? and key = ? for update
            """)
        .params(subject.repositoryId(), subject.commit(), key)
        .query((row, _) -> new Stored(row.getLong("id"), read(row)))
        .optional();
  }

  void delete(InsightSubject subject, String key) {
    sql.sql("delete from insight_report where repository_id = ? and commit_id = ? and key = ?")
        .params(subject.repositoryId(), subject.commit(), key)
        .update();
  }

  private static InsightReport read(ResultSet row) throws SQLException {
    return new InsightReport(
        row.getString("key"),
        JSON.readValue(row.getString("details"), InsightReport.Details.class),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        Author.parse(row.getString("known_author")));
  }
}
