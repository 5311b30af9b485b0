package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.packhouse.app.engine.connector.FramedPush.END_OF_HEADERS;
import static org.packhouse.app.engine.connector.FramedPush.END_OF_STREAM;
import static org.packhouse.app.engine.connector.FramedPush.HEADERS;
import static org.packhouse.app.engine.connector.FramedPush.RST_STREAM;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.connector.FramedPush;
import org.packhouse.app.platform.database.ConnectionPool;
import org.packhouse.app.testing.TestingServer;

/** Requests whose client waits no more, while all connections to the database are in use. */
class CalledOffRequestsTest {

  private static final int SOME = 10;
  private static final int POOL = 4;
  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final byte[] PAGE = FramedPush.get("/projects");

  private static TestingServer server;

  private final List<Connection> taken = new ArrayList<>();
  private ConnectionPool pool;

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("jdbc.pool-size", Integer.toString(POOL))
            .with("jdbc.pool-timeout", "2m")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void takeAllConnections() throws SQLException {
    pool = server.get(ConnectionPool.class);
    for (int i = 0; i < POOL; i++) {
      taken.add(pool.getConnection());
    }
  }

  @AfterEach
  void giveConnectionsBack() throws SQLException {
    for (Connection connection : taken) {
      connection.close();
    }
  }

  @Test
  void leaveTheLineForTheDatabaseWhenTheyAreReset() throws IOException {
    try (FramedPush connection = requesting()) {
      for (int i = 0; i < SOME; i++) {
        connection.send(RST_STREAM, 0, 2 * i + 1, CANCEL);
      }
      awaitNobody();
    }
  }

  @Test
  void leaveItWhenTheirConnectionIsClosed() throws IOException {
    requesting().close();
    awaitNobody();
  }

  private FramedPush requesting() throws IOException {
    FramedPush connection = FramedPush.stranger(server);
    for (int i = 0; i < SOME; i++) {
      connection.send(HEADERS, END_OF_HEADERS | END_OF_STREAM, 2 * i + 1, PAGE);
    }
    await()
        .untilAsserted(() -> {
          assertThat(server.get(Exchanges.class).running()).isEqualTo(SOME);
          assertThat(pool.waiting()).isGreaterThanOrEqualTo(SOME);
        });
    return connection;
  }

  /** Others than requests wait in line, too; a request ends when its thread has left it. */
  private void awaitNobody() {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(server.get(Exchanges.class).running()).isZero());
  }
}
