package org.packhouse.cluster.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.packhouse.cluster.LeasesContract;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresLeasesTest extends LeasesContract {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static EmbeddedPostgres postgres;
  private static DataSource database;

  private UUID session = UUID.randomUUID();

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
    database = postgres.getPostgresDatabase();
    Flyway.configure()
        .dataSource(database)
        .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
        .load()
        .migrate();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void beginASession() throws SQLException {
    run("truncate lease");
    session = begunSession();
  }

  private static UUID begunSession() throws SQLException {
    UUID begun = UUID.randomUUID();
    run("insert into node_session (id, node_name, address) values ('" + begun + "', 'n', 'a')");
    return begun;
  }

  private static void run(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  protected Leases leases() {
    return new PostgresLeases(database, () -> session);
  }

  @Override
  protected UUID holder() {
    return session;
  }

  @Override
  protected void pass(Duration duration) {
    try {
      run("update lease set expires_at = expires_at - interval '" + duration + "'");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Connection connect() throws SQLException {
    return database.getConnection();
  }

  @Test
  void fallsWithTheRowOfItsSessionHoweverLongItWasToLast() throws SQLException {
    Lease lost = leases().acquire("repack", Duration.ofDays(1)).orElseThrow();
    UUID other = begunSession();
    Leases others = new PostgresLeases(database, () -> other);
    assertThat(others.acquire("repack", MINUTE)).isEmpty();
    run("delete from node_session where id = '" + session + "'");
    assertThat(lost.renew(MINUTE)).isFalse();
    Lease taken = others.acquire("repack", MINUTE).orElseThrow();
    lost.close();
    assertThat(taken.renew(MINUTE)).isTrue();
    assertThatThrownBy(() -> leases().acquire("import", MINUTE))
        .as("a process whose session was ended takes none")
        .isInstanceOf(Leases.UnknownException.class);
  }

  @Test
  void isNobodyElsesBeforeTheTransactionThatStoresHasEnded() throws Exception {
    Lease slow = leases().acquire("repack", MINUTE).orElseThrow();
    try (Connection storing = connect();
        ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
      storing.setAutoCommit(false);
      assertThat(slow.isHeldIn(storing)).isTrue();
      Future<Boolean> taken =
          other.submit(() -> {
            leases().endAllOf(session);
            return leases().acquire("repack", MINUTE).isPresent();
          });
      while (waiting() == 0) {
        assertThat(taken).as("waits for the transaction").isNotDone();
      }
      storing.commit();
      assertThat(taken.get()).isTrue();
      assertThat(slow.isHeldIn(storing)).isFalse();
    }
  }

  private static int waiting() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select count(*) from pg_stat_activity where wait_event_type = 'Lock'")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void givesALeaseToOneNodeAtATime() throws SQLException {
    UUID another = begunSession();
    Leases other = new PostgresLeases(database, () -> another);
    try (Lease held = leases().acquire("repack", MINUTE).orElseThrow()) {
      assertThat(other.acquire("repack", MINUTE)).isEmpty();
      assertThat(held.renew(MINUTE)).isTrue();
    }
    assertThat(other.acquire("repack", MINUTE)).isPresent();
  }

  @Test
  void writesDownWhichSessionHasIt() throws SQLException {
    try (Lease _ = leases().acquire("repack", MINUTE).orElseThrow()) {
      assertThat(storedHolder()).isEqualTo(session);
    }
    assertThat(storedHolder()).isNull();
    session = begunSession();
    try (Lease _ = leases().acquire("repack", MINUTE).orElseThrow()) {
      assertThat(storedHolder()).isEqualTo(session);
    }
  }

  @Test
  void saysThatItDoesNotKnowWhenTheDatabaseIsAway() {
    PGSimpleDataSource nobody = new PGSimpleDataSource();
    nobody.setPortNumbers(new int[] {1});
    Leases lost = new PostgresLeases(nobody, () -> session);
    assertThatThrownBy(() -> lost.acquire("repack", MINUTE))
        .isInstanceOf(Leases.UnknownException.class)
        .hasMessageContaining("repack");
  }

  private static @Nullable UUID storedHolder() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select holder from lease")) {
      assertThat(rows.next()).isTrue();
      return rows.getObject(1, UUID.class);
    }
  }
}
