package org.packhouse.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrationsTest {

  private EmbeddedPostgres postgres;
  private String url;
  private int databases;

  @BeforeAll
  void start() throws IOException {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  void stop() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void createDatabase() throws SQLException {
    String name = "migrations" + databases++;
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    }
    url = postgres.getJdbcUrl("postgres", name);
  }

  @Test
  void applyToAnEmptyDatabaseAndThenChangeNothing() {
    int first = flyway().migrate().migrationsExecuted;
    assertThat(first).isPositive();
    assertThat(flyway().migrate().migrationsExecuted).isZero();
    flyway().validate();
  }

  @Test
  void areAppliedOnceByTwoNodesThatStartTogether() throws InterruptedException, ExecutionException {
    int available = flyway().info().pending().length;
    Callable<Integer> start = () -> flyway().migrate().migrationsExecuted;
    int executed = 0;
    try (ExecutorService nodes = Executors.newFixedThreadPool(2)) {
      for (Future<Integer> node : nodes.invokeAll(List.of(start, start))) {
        executed += node.get();
      }
    }
    assertThat(executed).isEqualTo(available);
  }

  @Test
  void coverEveryForeignKeyByAnIndex() throws SQLException {
    flyway().migrate();
    try (Connection connection = postgres.getDatabase("postgres", name()).getConnection();
        Statement statement = connection.createStatement();
        ResultSet uncovered = statement.executeQuery(UNCOVERED_FOREIGN_KEYS)) {
      StringBuilder found = new StringBuilder();
      while (uncovered.next()) {
        found.append(uncovered.getString(1)).append('\n');
      }
      assertThat(found.toString()).isEmpty();
    }
  }

  /** The baseline makes an empty database: no release runs on what it changes. */
  @Test
  void sayWhetherNodesOfTheLastReleaseMayRunOnWhatTheyMake() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/db/migration"))) {
      for (Path file :
          files
              .filter(it -> it.toString().endsWith(".sql") && version(it) > LAST_OF_BASELINE)
              .toList()) {
        String text = Files.readString(file);
        boolean contracts = text.startsWith("-- kind: contract\n");
        assertThat(contracts || text.startsWith("-- kind: expand\n"))
            .as("The first line of %s is '-- kind: expand' or '-- kind: contract'", file)
            .isTrue();
        assertThat(text.contains("update schema_compatibility set lowest_known = "))
            .as("%s shuts older versions out if it contracts, and only then", file)
            .isEqualTo(contracts);
        assertThat(!contracts && TAKES_AWAY.matcher(text).find())
            .as("%s takes away what the last release may use, and says that it expands", file)
            .isFalse();
      }
    }
  }

  private static final int LAST_OF_BASELINE = 9;

  private static final Pattern TAKES_AWAY =
      Pattern.compile(
          "(?i)\\bdrop\\s+(table|column)|\\brename\\s+(to|column)|\\balter\\s+column\\s+\\S+\\s+(type|set\\s+not\\s+null)");

  private static int version(Path file) {
    return Integer.parseInt(file.getFileName().toString().replaceFirst("V(\\d+)__.*", "$1"));
  }

  private static final String UNCOVERED_FOREIGN_KEYS =
      """
      select c.conrelid::regclass || ' ' || c.conname
      from pg_constraint c
      where c.contype = 'f' and c.confdeltype in ('c', 'n')
        and not exists (
          select 1 from pg_index i
          where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
      """;

  private String name() {
    return url.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
  }

  private Flyway flyway() {
    // As the server does: an index that is made concurrently waits for all transactions.
    return Flyway.configure()
        .dataSource(url, "postgres", "")
        .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
        .load();
  }
}
