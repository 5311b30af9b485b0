package org.packhouse.app.platform.cluster;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.packhouse.app.platform.json.JsonMappers;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code node_report}. */
@Component
class NodeReportRows {

  /** Nodes of the next version may write more fields. */
  private static final JsonMapper JSON =
      JsonMappers.stored()
          .rebuild()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final JdbcClient sql;
  private final ExpectedNodes expected;

  NodeReportRows(JdbcClient sql, ExpectedNodes expected) {
    this.sql = sql;
    this.expected = expected;
  }

  /** Upserts a report; its session must have a row. */
  void write(NodeReport report) {
    sql.sql(
            """
            insert into node_report
              (session_id, node_name, state, version, build, host_name, address, http_port,
               started_at, figures)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb)
            on conflict (session_id) do update
               set state = excluded.state, host_name = excluded.host_name,
                   address = excluded.address, http_port = excluded.http_port,
                   figures = excluded.figures, reported_at = now()
            """)
        .params(report.session(), report.name(), report.state().name())
        .params(report.server().version(), report.server().build())
        .params(report.place().hostName(), report.place().address(), report.place().port())
        .param(report.times().startedAt().atOffset(ZoneOffset.UTC))
        .param(JSON.writeValueAsString(report.figures()))
        .update();
    expected.expect(report);
  }

  /** Returns the last report of each node; those older than {@code lateAfter} are late. */
  List<NodeReport> all(Duration lateAfter) {
    return sql.sql(
            """
            select session_id, node_name, state, version, build, host_name, address, http_port,
                   started_at, reported_at, reported_at < now() - make_interval(secs => ?) as late, figures
              from node_report order by node_name, session_id
            """)
        .param(lateAfter.toSeconds())
        .query((row, _) -> report(row))
        .list();
  }

  /** Returns the last reports, including those of expected nodes that no longer report. */
  List<NodeReport> expected(Duration lateAfter) {
    List<NodeReport> reports = all(lateAfter);
    Set<String> told = reports.stream().map(NodeReport::name).collect(Collectors.toSet());
    return Stream.concat(
            reports.stream(),
            expected.all().stream().filter(report -> !told.contains(report.name())))
        .toList();
  }

  void leave(UUID session) {
    expected.leave(session);
  }

  /** Removes a node whose reports are late; returns false if there is none. */
  boolean remove(String name, Duration lateAfter) {
    int reports =
        sql.sql(
                """
                delete from node_report
                 where node_name = ? and reported_at < now() - make_interval(secs => ?)
                """)
            .params(name, lateAfter.toSeconds())
            .update();
    return expected.remove(name, lateAfter) || reports > 0;
  }

  /** Returns false if no node of that name has reported lately. */
  boolean ask(String name, boolean draining, Duration lateAfter) {
    return sql.sql(
                """
                update node_report set asks = asks + 1, drain_asked = ?
                 where node_name = ? and reported_at >= now() - make_interval(secs => ?)
                """)
            .params(draining, name, lateAfter.toSeconds())
            .update()
        > 0;
  }

  /** The last request to a node, and the number of requests so far. */
  record DrainRequest(long count, boolean draining) {}

  /** Returns the last request to a session's node; empty before its first report. */
  Optional<DrainRequest> asked(UUID session) {
    return sql.sql(
            "select asks as count, drain_asked as draining from node_report where session_id = ?")
        .param(session)
        .query(DrainRequest.class)
        .optional();
  }

  private static NodeReport report(ResultSet row) throws SQLException {
    return new NodeReport(
        row.getObject("session_id", UUID.class),
        row.getString("node_name"),
        new ReportedState(row.getString("state")),
        new NodeReport.Server(row.getString("version"), row.getString("build")),
        new NodeReport.Place(
            row.getString("host_name"), row.getString("address"), row.getInt("http_port")),
        new NodeReport.Times(
            row.getObject("started_at", OffsetDateTime.class).toInstant(),
            row.getObject("reported_at", OffsetDateTime.class).toInstant(),
            row.getBoolean("late")),
        JSON.readValue(row.getString("figures"), NodeFigures.class));
  }
}
