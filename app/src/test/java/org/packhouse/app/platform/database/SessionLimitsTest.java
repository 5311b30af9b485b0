package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Connections whose node stands still in a transaction. */
class SessionLimitsTest {

  private static final Duration LONG = Duration.ofMinutes(10);

  private String url;

  @BeforeEach
  void makeTable() throws SQLException {
    url = TestingDatabase.create();
    try (ConnectionPool pool = pool(LONG, LONG);
        Connection connection = pool.getConnection()) {
      execute(connection, "create table counted (number int)");
      execute(connection, "insert into counted values (0)");
    }
  }

  private ConnectionPool pool(Duration idleInTransaction, Duration lockWait) {
    HikariConfig description = new HikariConfig();
    description.setJdbcUrl(url);
    description.setUsername("postgres");
    description.setMaximumPoolSize(1);
    new SessionLimits(idleInTransaction, lockWait).set(description);
    return new ConnectionPool(description);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void count(Connection connection) throws SQLException {
    execute(connection, "update counted set number = number + 1");
  }

  @Test
  void aTransactionThatStandsStillLetsGoOfItsLocks() throws SQLException {
    try (ConnectionPool still = pool(Duration.ofMillis(300), LONG);
        ConnectionPool others = pool(LONG, LONG)) {
      try (Connection holder = still.getConnection()) {
        holder.setAutoCommit(false);
        count(holder);
        try (Connection other = others.getConnection()) {
          count(other);
        }
        assertThat(catchThrowable(() -> count(holder)))
            .isInstanceOf(SQLException.class)
            .extracting(DatabaseTrouble::of)
            .isEqualTo(DatabaseTrouble.AWAY);
      }
      try (Connection next = still.getConnection()) {
        count(next);
      }
      assertThat(JdbcClient.create(others).sql("select number from counted").query().singleValue())
          .isEqualTo(2);
    }
  }

  @Test
  void aStatementWaitsForALockNoLongerThanItsClient() throws SQLException {
    try (ConnectionPool holders = pool(LONG, LONG);
        ConnectionPool others = pool(LONG, Duration.ofMillis(300));
        Connection holder = holders.getConnection();
        Connection other = others.getConnection()) {
      holder.setAutoCommit(false);
      count(holder);
      assertThatThrownBy(() -> count(other)).hasMessageContaining("lock timeout");
      holder.rollback();
      count(other);
    }
  }

  @Test
  void areAddedToTheOptionsOfTheUrlAndThoseOfTheLastPoolCount() throws SQLException {
    url += (url.contains("?") ? "&" : "?") + "options=-c%20work_mem=5MB%20-c%20lock_timeout=7";
    HikariConfig first = new HikariConfig();
    first.setJdbcUrl(url);
    new SessionLimits(LONG, LONG).set(first);
    url = first.getJdbcUrl();
    try (ConnectionPool second = pool(Duration.ofSeconds(3), Duration.ofSeconds(4))) {
      JdbcClient sql = JdbcClient.create(second);
      assertThat(shown(sql, "work_mem")).isEqualTo("5MB");
      assertThat(shown(sql, "idle_in_transaction_session_timeout")).isEqualTo("3s");
      assertThat(shown(sql, "lock_timeout")).isEqualTo("4s");
    }
  }

  @Test
  void theServersOwnConnectionsHaveThem() {
    JdbcClient main = JdbcClient.create(TestingServer.shared().get(DataSource.class));
    assertThat(shown(main, "idle_in_transaction_session_timeout")).isEqualTo("1min");
    assertThat(shown(main, "lock_timeout")).isEqualTo("50s");
    assertKeepalives(main);
  }

  /** They have no other limits: one migrates for long, and one listens. */
  @Test
  void connectionsOutsideOfThePoolsNoticeThatAMachineIsGone() {
    DataSource migrations =
        new DatabaseConfiguration().migrationDataSource(new DatabaseAddress(url, "postgres", ""));
    DataSource lasting = TestingServer.shared().get(SharedDatabase.class).lasting();
    for (DataSource unpooled : List.of(migrations, lasting)) {
      JdbcClient sql = JdbcClient.create(unpooled);
      assertKeepalives(sql);
      assertThat(shown(sql, "idle_in_transaction_session_timeout")).isEqualTo("0");
      assertThat(shown(sql, "lock_timeout")).isEqualTo("0");
    }
  }

  private static void assertKeepalives(JdbcClient sql) {
    assertThat(shown(sql, "tcp_keepalives_idle")).isEqualTo("10");
    assertThat(shown(sql, "tcp_keepalives_interval")).isEqualTo("5");
    assertThat(shown(sql, "tcp_keepalives_count")).isEqualTo("3");
  }

  private static Object shown(JdbcClient sql, String setting) {
    return sql.sql("select current_setting('" + setting + "')").query().singleValue();
  }
}
