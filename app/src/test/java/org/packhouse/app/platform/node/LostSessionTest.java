package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.database.CuttingProxy;
import org.packhouse.app.testing.database.CuttingProxy.When;

/** A node that could not reach PostgreSQL for so long that others have taken it for dead. */
@Tag("full")
@Tag("crashes")
class LostSessionTest {

  @Test
  void doesNotSayThatItRunsBeforeItHasASession() throws IOException, SQLException {
    String database = TestingDatabase.createMigrated();
    try (CuttingProxy proxy = CuttingProxy.before(database);
        TestingServer server =
            TestingServer.builder()
                .with("jdbc.url", proxy.url(database))
                .with("jdbc.pool-timeout", "1s")
                .start();
        Connection other = DriverManager.getConnection(database);
        Statement sql = other.createStatement()) {
      proxy.cut(When.BEFORE, _ -> true).andAllThatFollows();
      NodeSessions sessions = server.get(NodeSessions.class);
      long away = System.nanoTime();
      await()
          .dontCatchUncaughtExceptions()
          .atMost(Duration.ofMinutes(2))
          .until(() -> !sessions.aliveSince(away) && System.nanoTime() - away > LONGER_THAN_ALIVE);
      sql.execute("delete from node_session");
      proxy.calm();
      await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(100))
          .until(() -> isRunning(server));
      try (var rows = sql.executeQuery("select id from node_session")) {
        assertThat(rows.next()).as("there is a session").isTrue();
        assertThat(rows.getString(1)).isEqualTo(sessions.current().toString());
      }
    }
  }

  /** After so long others end a session; the next heartbeat may be ten seconds away. */
  private static final long LONGER_THAN_ALIVE = Duration.ofSeconds(41).toNanos();

  private static boolean isRunning(TestingServer server) {
    return TestingRest.anonymous(server).get("/status").at("/state").equals("RUNNING");
  }
}
