package org.packhouse.app.review.insight;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes required reports. */
@Component
class RequiredReportRows {

  private final JdbcClient sql;

  RequiredReportRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns the project's conditions, then the repository's. */
  List<RequiredReport> list(@Nullable Long repositoryId, long projectId) {
    return sql.sql(
            """
            select * from required_report where project_id = ? or repository_id = ?
             order by repository_id nulls first, key
            """)
        .param(projectId)
        .param(repositoryId)
        .query((row, _) -> read(row))
        .list();
  }

  void put(RequiredReport wanted) {
    sql.sql(
            """
            insert into required_report
                   (%1$s, key, report_key, must_pass, min_severity, reporters, enforced)
            values (?, ?, ?, ?, ?, ?, ?)
            on conflict (%1$s, key) do update
               set report_key = excluded.report_key, must_pass = excluded.must_pass
                 , min_severity = excluded.min_severity, reporters = excluded.reporters
                 , enforced = excluded.enforced
            """
                .formatted(wanted.scope().column()))
        .param(wanted.scope().id())
        .param(wanted.key())
        .param(wanted.reportKey())
        .param(wanted.mustPass())
        .param(wanted.minSeverity() == null ? null : wanted.minSeverity().name())
        .param(wanted.reporters().texts())
        .param(wanted.enforced())
        .update();
  }

  boolean delete(SettingScope scope, String key) {
    return sql.sql("delete from required_report where %s = ? and key = ?".formatted(scope.column()))
            .params(scope.id(), key)
            .update()
        > 0;
  }

  private static RequiredReport read(ResultSet row) throws SQLException {
    String severity = row.getString("min_severity");
    return new RequiredReport(
        SettingScope.read(row),
        row.getString("key"),
        row.getString("report_key"),
        row.getBoolean("must_pass"),
        severity == null ? null : Severity.valueOf(severity),
        Reporters.of((String[]) row.getArray("reporters").getArray()),
        row.getBoolean("enforced"));
  }
}
