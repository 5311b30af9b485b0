package org.packhouse.cluster.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
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
  private Duration passed = Duration.ZERO;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
    database = postgres.getPostgresDatabase();
    Flyway.configure().dataSource(database).load().migrate();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void giveAllBack() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("truncate lease");
    }
  }

  @Override
  protected Leases leases() {
    return new PostgresLeases(database, () -> session, Clock.offset(Clock.systemUTC(), passed));
  }

  @Override
  protected UUID holder() {
    return session;
  }

  @Override
  protected void pass(Duration duration) {
    passed = passed.plus(duration);
  }

  @Test
  void givesALeaseToOneNodeAtATime() {
    Leases other = new PostgresLeases(database, UUID::randomUUID, Clock.systemUTC());
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
    session = UUID.randomUUID();
    try (Lease _ = leases().acquire("repack", MINUTE).orElseThrow()) {
      assertThat(storedHolder()).isEqualTo(session);
    }
  }

  @Test
  void saysThatItDoesNotKnowWhenTheDatabaseIsAway() {
    PGSimpleDataSource nobody = new PGSimpleDataSource();
    nobody.setPortNumbers(new int[] {1});
    Leases lost = new PostgresLeases(nobody, () -> session, Clock.systemUTC());
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
