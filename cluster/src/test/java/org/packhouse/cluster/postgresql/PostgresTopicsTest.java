package org.packhouse.cluster.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.ClusteredTopicsContract;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Topics;

class PostgresTopicsTest extends ClusteredTopicsContract {

  private static EmbeddedPostgres postgres;
  private static DataSource database;

  private final Member first = new Member(UUID.randomUUID(), "node-1", "1", "a");
  private final Member second = new Member(UUID.randomUUID(), "node-2", "1", "b");
  private final PostgresMembership firstSees = members(first);
  private final PostgresMembership secondSees = members(second);
  private final PostgresTopics topics = topicsOf(firstSees);
  private final PostgresTopics others = topicsOf(secondSees);

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
    database = postgres.getPostgresDatabase();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  private static PostgresTopics topicsOf(PostgresMembership members) {
    return new PostgresTopics(database, database, members);
  }

  private PostgresMembership members(Member self) {
    return new PostgresMembership(() -> self, () -> Set.of(first, second), Duration.ofMillis(50));
  }

  @BeforeEach
  void bothListenAndSeeEachOther() {
    firstSees.start();
    secondSees.start();
    topics.start();
    others.start();
    await().until(() -> firstSees.members().size() == 2 && secondSees.members().size() == 2);
    await().until(() -> listeners() == 2);
  }

  @AfterEach
  void close() {
    topics.close();
    others.close();
    firstSees.close();
    secondSees.close();
    await().until(() -> listeners() == 0);
  }

  private static int listeners() throws SQLException {
    return count("select count(*) from pg_stat_activity where query = 'listen packhouse'");
  }

  private static int count(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Override
  protected Topics topics() {
    return topics;
  }

  @Override
  protected UUID self() {
    return first.id();
  }

  @Override
  protected Topics others() {
    return others;
  }

  /** Ends the listening connections, which reconnect after a second. */
  @Override
  protected void whileNothingArrives(Runnable something) throws SQLException {
    cutListeners();
    something.run();
  }

  private static void cutListeners() throws SQLException {
    count(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity"
            + " where query = 'listen packhouse'");
  }

  @Test
  void manyMessagesTakeFewStatements() throws SQLException {
    int before = count("select xact_commit from pg_stat_database where datname = 'postgres'");
    for (int i = 0; i < 5_000; i++) {
      topics.publish("news", "message " + i);
    }
    await().until(() -> listeners() == 2);
    int after = count("select xact_commit from pg_stat_database where datname = 'postgres'");
    assertThat(after - before).isLessThan(2_500);
  }
}
