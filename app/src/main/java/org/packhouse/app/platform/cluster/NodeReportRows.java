package org.packhouse.app.platform.cluster;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.packhouse.app.platform.json.JsonMappers;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** SQL on {@code node_report}. */
@Component
class NodeReportRows {

  /** Nodes of the next version tell more. */
  private static final JsonMapper JSON =
      JsonMappers.stored()
          .rebuild()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final JdbcClient sql;

  NodeReportRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** Writes what a node says of itself; its session must have a row. */
  void write(NodeReport report) {
    sql.sql(
            """
            insert into node_report
              (session_id, node_name, state, version, host_name, address, http_port, started_at,
               figures)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb)
            on conflict (session_id) do update
               set state = excluded.state, host_name = excluded.host_name,
                   address = excluded.address, http_port = excluded.http_port,
                   figures = excluded.figures, reported_at = now()
            """)
        .params(report.session(), report.name(), report.state().name(), report.version())
        .params(report.place().hostName(), report.place().address(), report.place().port())
        .param(report.times().startedAt().atOffset(ZoneOffset.UTC))
        .param(JSON.writeValueAsString(report.figures()))
        .update();
  }

  /**
   * The last report of each node, by name.
   *
   * @param lateAfter older ones are late
   */
  List<NodeReport> all(Duration lateAfter) {
    return sql.sql(
            """
            select session_id, node_name, state, version, host_name, address, http_port, started_at,
                   reported_at, reported_at < now() - make_interval(secs => ?) as late, figures
              from node_report order by node_name, session_id
            """)
        .param(lateAfter.toSeconds())
        .query((row, _) -> report(row))
        .list();
  }

  /**
   * Asks something of a node; false if none of that name was heard of lately.
   *
   * @param lateAfter who was last heard of before that is not
   */
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

  /**
   * The last that was asked of a node.
   *
   * @param count how often something was asked
   * @param draining whether to take no new work
   */
  record Asked(long count, boolean draining) {}

  /** What was asked of a session's node; empty if it has reported nothing yet. */
  Optional<Asked> asked(UUID session) {
    return sql.sql("select asks, drain_asked from node_report where session_id = ?")
        .param(session)
        .query((row, _) -> new Asked(row.getLong(1), row.getBoolean(2)))
        .optional();
  }

  private static NodeReport report(ResultSet row) throws SQLException {
    return new NodeReport(
        row.getObject("session_id", UUID.class),
        row.getString("node_name"),
        new ReportedState(row.getString("state")),
        row.getString("version"),
        new NodeReport.Place(
            row.getString("host_name"), row.getString("address"), row.getInt("http_port")),
        new NodeReport.Times(
            row.getObject("started_at", OffsetDateTime.class).toInstant(),
            row.getObject("reported_at", OffsetDateTime.class).toInstant(),
            row.getBoolean("late")),
        JSON.readValue(row.getString("figures"), NodeFigures.class));
  }
}
