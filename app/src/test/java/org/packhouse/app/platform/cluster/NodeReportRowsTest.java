package org.packhouse.app.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.NodeState;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.JsonNode;

/** The reports of nodes of another version, and of those that are gone. */
class NodeReportRowsTest {

  private final TestingServer server = TestingServer.shared();

  @Test
  void aNodeThatIsGoneStaysListedAsLostUntilItIsRemoved() {
    JdbcClient sql = server.get(JdbcClient.class);
    TestingRest admin = TestingRest.admin(server);
    String path = "/rest/packhouse/latest/admin/cluster/nodes/";
    UUID session = UUID.randomUUID();
    sql.sql(
            """
            insert into expected_node
              (node_name, session_id, version, build, host_name, address, http_port, started_at,
               heard_at)
            values ('killed', ?, '1.0', 'abc', 'far', '192.0.2.7', 7990, now(),
                    now() - interval '18 seconds')
            """)
        .param(session)
        .update();
    JsonNode cluster = admin.get("admin/cluster").json();
    assertThat(cluster.at("/expectedNodes").asInt()).isEqualTo(2);
    assertThat(cluster.at("/presentNodes").asInt()).isEqualTo(1);
    JsonNode lost =
        cluster
            .at("/nodes")
            .valueStream()
            .filter(node -> node.at("/name").asString().equals("killed"))
            .findFirst()
            .orElseThrow();
    assertThat(lost.at("/state").asString()).isEqualTo("LOST");
    assertThat(lost.at("/seen").asBoolean()).isFalse();
    assertThat(lost.at("/build").asString()).isEqualTo("abc");
    assertThat(lost.at("/address/address").asString()).isEqualTo("192.0.2.7");
    assertThat(lost.at("/lastHeardDate").asLong()).isPositive();

    TestingRest.Response present = admin.delete(path + server.get(NodeSessions.class).name());
    assertThat(present.status()).isEqualTo(409);
    assertThat(present.message()).contains("was heard of lately");
    assertThat(admin.delete(path + "killed").status()).isEqualTo(204);
    assertThat(admin.delete(path + "killed").status()).isEqualTo(404);
    assertThat(admin.get("admin/cluster").at("/expectedNodes")).isEqualTo("1");
    assertThat(
            sql.sql("select action from audit_event where subject = 'killed'")
                .query(String.class)
                .list())
        .containsExactly("node.removed");
  }

  @Test
  void aNodeThatStopsInOrderIsExpectedNoLonger() {
    String database = TestingDatabase.createMigrated();
    JdbcClient sql = JdbcClient.create(new DriverManagerDataSource(database));
    try (TestingServer _ =
        TestingServer.builder().with("jdbc.url", database).with("node.name", "leaves").start()) {
      await().until(() -> expected(sql).contains("leaves"));
    }
    assertThat(expected(sql)).isEmpty();
  }

  private static List<String> expected(JdbcClient sql) {
    return sql.sql("select node_name from expected_node")
        .query((row, _) -> row.getString(1))
        .list();
  }

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
