package org.packhouse.app.platform.cluster;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The table {@code expected_node}: from their first report until nodes stop in order, or an
 * administrator removes them.
 */
@Component
public class ExpectedNodes {

  private final JdbcClient sql;

  ExpectedNodes(JdbcClient sql) {
    this.sql = sql;
  }

  void expect(NodeReport report) {
    sql.sql(
            """
            insert into expected_node
              (node_name, session_id, version, build, host_name, address, http_port, started_at)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (node_name) do update
               set session_id = excluded.session_id, version = excluded.version,
                   build = excluded.build, host_name = excluded.host_name,
                   address = excluded.address, http_port = excluded.http_port,
                   started_at = excluded.started_at, heard_at = now()
            """)
        .params(report.name(), report.session())
        .params(report.server().version(), report.server().build())
        .params(report.place().hostName(), report.place().address(), report.place().port())
        .param(report.times().startedAt().atOffset(ZoneOffset.UTC))
        .update();
  }

  /** Removes a session's node; another one with its name stays expected. */
  void leave(UUID session) {
    sql.sql("delete from expected_node where session_id = ?").param(session).update();
  }

  /** Removes a node that has sent no report for a while. Returns false if it has, or is unknown. */
  boolean remove(String name, Duration lateAfter) {
    return sql.sql(
                """
                delete from expected_node
                 where node_name = ? and heard_at < now() - make_interval(secs => ?)
                """)
            .params(name, lateAfter.toSeconds())
            .update()
        > 0;
  }

  /** Forgets the nodes of another cluster after a restore. */
  public void forgetAll() {
    sql.sql("delete from expected_node").update();
  }

  /** Returns the last reports of the expected nodes, all marked as late. */
  List<NodeReport> all() {
    return sql.sql(
            """
            select node_name, session_id, version, build, host_name, address, http_port, started_at,
                   heard_at
              from expected_node order by node_name
            """)
        .query((row, _) -> report(row))
        .list();
  }

  private static NodeReport report(ResultSet row) throws SQLException {
    return new NodeReport(
        row.getObject("session_id", UUID.class),
        row.getString("node_name"),
        new ReportedState(NodeReport.LOST),
        new NodeReport.Server(row.getString("version"), row.getString("build")),
        new NodeReport.Place(
            row.getString("host_name"), row.getString("address"), row.getInt("http_port")),
        new NodeReport.Times(
            row.getObject("started_at", OffsetDateTime.class).toInstant(),
            row.getObject("heard_at", OffsetDateTime.class).toInstant(),
            true),
        NodeFigures.NONE);
  }
}
