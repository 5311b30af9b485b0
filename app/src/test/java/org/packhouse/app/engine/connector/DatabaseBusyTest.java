package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Requests that find all connections to the database in use until they may wait no longer. */
class DatabaseBusyTest {

  private static final int CONNECTIONS = 2;

  private static TestingServer server;

  private final List<Connection> taken = new ArrayList<>();

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("jdbc.pool-size", Integer.toString(CONNECTIONS))
            .with("jdbc.pool-timeout", "300ms")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void takeAllConnections() throws SQLException {
    for (int i = 0; i < CONNECTIONS; i++) {
      taken.add(server.get(DataSource.class).getConnection());
    }
  }

  @AfterEach
  void giveThemBack() throws SQLException {
    for (Connection each : taken) {
      each.close();
    }
    taken.clear();
  }

  @Test
  void areToldByRestWhenToComeAgain() throws SQLException {
    for (TestingRest client : List.of(TestingRest.admin(server), TestingRest.anonymous(server))) {
      TestingRest.Response response = client.get("/rest/api/latest/projects");
      assertThat(response.status()).isEqualTo(503);
      assertThat(response.message()).isEqualTo(DatabaseTrouble.BUSY.sentence());
      assertThat(retryAfter(response.response())).isPositive();
    }
    giveThemBack();
    assertThat(TestingRest.admin(server).get("/rest/api/latest/projects").status()).isEqualTo(200);
  }

  @Test
  void areToldByPagesWhenToComeAgain() {
    for (TestingRest client : List.of(TestingRest.admin(server), TestingRest.anonymous(server))) {
      HttpResponse<String> response = client.get("/projects").response();
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(response.body()).contains(DatabaseTrouble.BUSY.sentence());
      assertThat(retryAfter(response)).isPositive();
    }
  }

  private static int retryAfter(HttpResponse<?> response) {
    return Integer.parseInt(response.headers().firstValue("Retry-After").orElse("0"));
  }
}
