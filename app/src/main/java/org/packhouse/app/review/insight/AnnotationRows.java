package org.packhouse.app.review.insight;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.insight.InsightAnnotation.Remark;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes annotations of reports. */
@Component
class AnnotationRows {

  private final JdbcClient sql;

  AnnotationRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns annotations by report, path and line. */
  List<InsightAnnotation> list(
      InsightSubject subject,
      AnnotationFilter filter,
      Predicate<@Nullable String> counting,
      int limit) {
    return sql
        .sql(
            """
            select r.key, a.external_id, a.path, a.line, a.severity, a.type, a.message, a.link
                 , case when r.authored_at = r.created_at then r.author end as known_author
              from insight_report r join insight_annotation a on a.report_id = r.id
             where r.repository_id = :repository and r.commit_id = :commit
               and (cardinality(:keys) = 0 or r.key = any(:keys))
               and (cardinality(:paths) = 0 or a.path = any(:paths))
               and (cardinality(:severities) = 0 or a.severity = any(:severities))
               and (cardinality(:types) = 0 or a.type = any(:types))
               and (cardinality(:ids) = 0 or a.external_id = any(:ids))
             order by r.key, a.path nulls first, a.line, a.id limit :limit
            """)
        .param("repository", subject.repositoryId())
        .param("commit", subject.commit())
        .param("keys", texts(filter.keys()))
        .param("paths", texts(filter.paths()))
        .param("severities", texts(filter.severities()))
        .param("types", texts(filter.types()))
        .param("ids", texts(filter.externalIds()))
        .param("limit", limit)
        .query(counted(counting, AnnotationRows::read))
        .list()
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns up to {@code each} annotations of each file, the most severe first. */
  List<CountedAnnotation> inFiles(
      InsightSubject subject,
      Collection<String> paths,
      Predicate<@Nullable String> counting,
      int each,
      int limit) {
    return sql
        .sql(
            """
            select * from (
              select r.key, r.details ->> 'title' as title
                   , a.external_id, a.path, a.line, a.severity, a.type, a.message, a.link
                   , case when r.authored_at = r.created_at then r.author end as known_author
                   , count(*) over (partition by a.path) as total
                   , row_number() over (partition by a.path
                       order by array_position(array['HIGH', 'MEDIUM', 'LOW'], a.severity)
                              , a.line, a.id) as place
                from insight_report r join insight_annotation a on a.report_id = r.id
               where r.repository_id = :repository and r.commit_id = :commit
                 and a.path = any(:paths)) found
             where place <= :each order by place, path limit :limit
            """)
        .param("repository", subject.repositoryId())
        .param("commit", subject.commit())
        .param("paths", texts(paths))
        .param("each", each)
        .param("limit", limit)
        .query(counted(counting, AnnotationRows::remark))
        .list()
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns up to {@code each} annotations of each report, or of one, the most severe first. */
  List<CountedAnnotation> ofReports(
      InsightSubject subject,
      @Nullable String key,
      Predicate<@Nullable String> counting,
      int each) {
    return sql
        .sql(
            """
            select * from (
              select r.key, r.details ->> 'title' as title
                   , a.external_id, a.path, a.line, a.severity, a.type, a.message, a.link
                   , case when r.authored_at = r.created_at then r.author end as known_author
                   , count(*) over (partition by r.id) as total
                   , row_number() over (partition by r.id
                       order by array_position(array['HIGH', 'MEDIUM', 'LOW'], a.severity)
                              , a.path nulls first, a.line, a.id) as place
                from insight_report r join insight_annotation a on a.report_id = r.id
               where r.repository_id = :repository and r.commit_id = :commit
                 and (cast(:key as text) is null or r.key = :key)) found
             where place <= :each order by key, place
            """)
        .param("repository", subject.repositoryId())
        .param("commit", subject.commit())
        .param("key", key)
        .param("each", each)
        .query(counted(counting, AnnotationRows::remark))
        .list()
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Counts annotations by report key and severity. */
  Map<String, Map<Severity, Integer>> bySeverity(InsightSubject subject) {
    Map<String, Map<Severity, Integer>> found = new HashMap<>();
    sql.sql(
            """
            select r.key, a.severity, count(*) as remarks
              from insight_report r join insight_annotation a on a.report_id = r.id
             where r.repository_id = ? and r.commit_id = ?
             group by r.key, a.severity
            """)
        .params(subject.repositoryId(), subject.commit())
        .query(row -> {
          found
              .computeIfAbsent(row.getString("key"), _ -> new EnumMap<>(Severity.class))
              .put(Severity.valueOf(row.getString("severity")), row.getInt("remarks"));
        });
    return found;
  }

  /** Maps a row, unless its author does not count. */
  private interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> RowMapper<Optional<T>> counted(
      Predicate<@Nullable String> counting, Reading<T> reading) {
    return (row, _) ->
        counting.test(row.getString("known_author"))
            ? Optional.of(reading.of(row))
            : Optional.empty();
  }

  private static CountedAnnotation remark(ResultSet row) throws SQLException {
    return new CountedAnnotation(read(row), row.getString("title"), row.getInt("total"));
  }

  int count(long reportId) {
    return sql.sql("select count(*) from insight_annotation where report_id = ?")
        .param(reportId)
        .query(Integer.class)
        .single();
  }

  void put(long reportId, List<InsightAnnotation> all) {
    sql.sql(
            """
            insert into insight_annotation
                   (report_id, external_id, path, line, severity, type, message, link)
            select ?, * from unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[])
            """)
        .param(reportId)
        .param(column(all, InsightAnnotation::externalId))
        .param(column(all, InsightAnnotation::path))
        .param(all.stream().map(InsightAnnotation::line).toArray(Integer[]::new))
        .param(column(all, it -> it.severity().name()))
        .param(column(all, it -> name(it.remark().type())))
        .param(column(all, it -> it.remark().message()))
        .param(column(all, it -> it.remark().link()))
        .update();
  }

  /** Deletes annotations by external ids, or all if there are none. */
  void delete(long reportId, List<String> externalIds) {
    sql.sql(
            """
            delete from insight_annotation
             where report_id = :report and (cardinality(:ids) = 0 or external_id = any(:ids))
            """)
        .param("report", reportId)
        .param("ids", texts(externalIds))
        .update();
  }

  private static @Nullable String name(InsightAnnotation.@Nullable Type type) {
    return type == null ? null : type.name();
  }

  private static @Nullable String[] column(
      List<InsightAnnotation> all, Function<InsightAnnotation, @Nullable String> field) {
    @Nullable String[] values = new @Nullable String[all.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = field.apply(all.get(i));
    }
    return values;
  }

  private static String[] texts(Collection<String> values) {
    return values.toArray(String[]::new);
  }

  private static InsightAnnotation read(ResultSet row) throws SQLException {
    String type = row.getString("type");
    return new InsightAnnotation(
        row.getString("key"),
        row.getString("external_id"),
        row.getString("path"),
        row.getInt("line"),
        Severity.valueOf(row.getString("severity")),
        new Remark(
            row.getString("message"),
            type == null ? null : InsightAnnotation.Type.valueOf(type),
            row.getString("link")));
  }
}
