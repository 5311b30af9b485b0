package org.packhouse.app.platform.cluster;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.NodeState;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Requests to a node that was taken for dead, and goes on under another session. */
class NodeReportsTest {

  /** The node looks every ten seconds whether its session is still there. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @Test
  void hearsAnAdministratorWhoAsksAsSoonAsTheNextSessionHasItsRow() {
    try (TestingServer server = TestingServer.builder().start()) {
      NodeReports reports = server.get(NodeReports.class);
      NodeSessions sessions = server.get(NodeSessions.class);
      JdbcClient sql = server.get(JdbcClient.class);
      ask(reports, /* draining= */ true);
      await().until(() -> reports.own().state().is(NodeState.DRAINING));
      ask(reports, /* draining= */ false);
      await().until(() -> reports.own().state().is(NodeState.ACTIVE));
      // As often as of the session before, and before the node has seen its new row.
      sql.sql(
              """
              create function ask_at_once() returns trigger language plpgsql as
              'begin new.asks := 2; new.drain_asked := true; return new; end'
              """)
          .update();
      sql.sql(
              """
              create trigger ask_at_once before insert on node_report
                for each row execute function ask_at_once()
              """)
          .update();
      UUID before = sessions.current();
      sql.sql("delete from node_session where id = ?").param(before).update();
      await().atMost(PATIENCE).until(() -> !sessions.is(before));
      await().atMost(PATIENCE).until(() -> reports.own().state().is(NodeState.DRAINING));
    }
  }

  private static void ask(NodeReports reports, boolean draining) {
    await().until(() -> reports.ask(reports.own().name(), draining));
  }
}
