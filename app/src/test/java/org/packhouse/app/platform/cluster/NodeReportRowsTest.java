package org.packhouse.app.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.NodeState;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The report of a node of another version. */
class NodeReportRowsTest {

  private final TestingServer server = TestingServer.shared();

  @Test
  void showsAStateThatThisVersionDoesNotKnowAsItIs() {
    JdbcClient sql = server.get(JdbcClient.class);
    UUID later = UUID.randomUUID();
    sql.sql(
            """
            insert into node_session (id, node_name, address) values (?, 'of a later version', 'x')
            """)
        .param(later)
        .update();
    try {
      sql.sql(
              """
              insert into node_report
                (session_id, node_name, state, version, host_name, address, http_port, started_at,
                 figures)
              values (?, 'of a later version', 'REBALANCING', '99', 'x', '192.0.2.1', 1, now(),
                      '{"moons": 3}')
              """)
          .param(later)
          .update();
      NodeReport report =
          server.get(NodeReports.class).all().stream()
              .filter(it -> it.session().equals(later))
              .findFirst()
              .orElseThrow();
      assertThat(report.state().wireName()).isEqualTo("REBALANCING");
      assertThat(report.state().takesRequests()).isFalse();
      assertThat(report.state().is(NodeState.ACTIVE)).isFalse();
      assertThat(TestingRest.admin(server).get("admin/cluster").json().toString())
          .contains("of a later version")
          .contains("\"version\":\"99\"");
    } finally {
      sql.sql("delete from node_session where id = ?").param(later).update();
    }
  }
}
