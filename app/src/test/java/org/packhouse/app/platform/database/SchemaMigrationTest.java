package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class SchemaMigrationTest {

  @TempDir private Path caches;
  private SchemaMigration migration;

  @BeforeEach
  void makesOne() {
    migration = migration(TestingDatabase.create());
  }

  private SchemaMigration migration(String url) {
    DataSource database = new DriverManagerDataSource(url, "postgres", "");
    return new SchemaMigration(
        database,
        database,
        new SchemaHistory(caches, getClass().getClassLoader()),
        new StaticListableBeanFactory().getBeanProvider(DatabaseLoad.class));
  }

  @Test
  void runsOnASchemaThatALaterVersionHasExpanded() {
    String url = TestingDatabase.create();
    migration.migrate(flyway(url, "classpath:db/migration", "classpath:db/future"));
    migration.migrate(flyway(url, "classpath:db/migration"));
    assertThat(sql(url).sql("select count(*) from from_the_future").query(Long.class).single())
        .isZero();
  }

  @Test
  void refusesASchemaThatALaterVersionHasContracted() {
    String url = TestingDatabase.create();
    migration.migrate(
        flyway(url, "classpath:db/migration", "classpath:db/future", "classpath:db/contracted"));
    assertThatThrownBy(() -> migration.migrate(flyway(url, "classpath:db/migration")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageMatching(
            "The schema of the database has version 10000, on which a Packhouse runs that knows version 9999, but this one knows versions up to [0-9]+ only; .*");
    migration.migrate(flyway(url, "classpath:db/migration", "classpath:db/future"));
  }

  @Test
  void refusesASchemaThatOtherMigrationsMadeThanThese() {
    String url = TestingDatabase.create();
    migration.migrate(flyway(url, "classpath:db/migration"));
    sql(url)
        .sql("update flyway_schema_history set checksum = checksum + 1 where version = '1'")
        .update();
    assertThatThrownBy(() -> migration.migrate(flyway(url, "classpath:db/migration")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("Migration checksum mismatch for migration version 1");
  }

  @Test
  void keepsNobodyWaitingBehindAMigrationThatWaitsForATable() throws Exception {
    String url = TestingDatabase.create();
    migration.migrate(flyway(url, "classpath:db/migration", "classpath:db/future"));
    try (ExecutorService node = Executors.newSingleThreadExecutor();
        Connection reader = DriverManager.getConnection(url, "postgres", "")) {
      reader.setAutoCommit(false);
      read(reader);
      Future<?> migrating =
          node.submit(() ->
              migration.migrate(
                  flyway(
                      url,
                      "classpath:db/migration",
                      "classpath:db/future",
                      "classpath:db/altered")));
      await()
          .until(() ->
              sql(url)
                      .sql("select count(*) from pg_locks where not granted")
                      .query(Long.class)
                      .single()
                  > 0);
      try (Connection other = DriverManager.getConnection(url, "postgres", "")) {
        read(other);
      }
      assertThat(migrating.isDone()).isFalse();
      reader.rollback();
      migrating.get();
    }
    assertThat(sql(url).sql("select count(more) from from_the_future").query(Long.class).single())
        .isZero();
  }

  @Test
  void runsAMigrationWithoutATransactionAgainThatFoundATableInUse() throws Exception {
    String url = TestingDatabase.create();
    migration.migrate(flyway(url, "classpath:db/migration", "classpath:db/future"));
    try (ExecutorService node = Executors.newSingleThreadExecutor();
        Connection reader = DriverManager.getConnection(url, "postgres", "")) {
      reader.setAutoCommit(false);
      read(reader);
      Future<?> migrating = node.submit(() -> migration.migrate(indexing(url)));
      await().until(() -> "f".equals(successOf(url, "10002")));
      assertThat(migrating.isDone()).isFalse();
      reader.rollback();
      migrating.get();
    }
    assertThat(successOf(url, "10002")).isEqualTo("t");
    assertThat(validIndexes(url)).isOne();
  }

  @Test
  void makesAnIndexAgainWhoseMakingEndedMidway() {
    String url = TestingDatabase.create();
    migration.migrate(flyway(url, "classpath:db/migration", "classpath:db/future"));
    sql(url).sql("insert into from_the_future select from generate_series(1, 2)").update();
    // As a start leaves it that was killed: two equal rows let no unique index become valid.
    assertThatThrownBy(() ->
            sql(url)
                .sql(
                    "create unique index concurrently from_the_future_index on from_the_future ((1))")
                .update())
        .isInstanceOf(DataIntegrityViolationException.class);
    assertThat(validIndexes(url)).isZero();
    sql(url)
        .sql(
            """
            insert into flyway_schema_history (installed_rank, version, description, type, script, checksum,
                                               installed_by, execution_time, success)
            select max(installed_rank) + 1, '10002', 'index', 'SQL', 'V10002__index.sql', 0, 'x', 0, false
              from flyway_schema_history
            """)
        .update();
    migration.migrate(indexing(url));
    assertThat(validIndexes(url)).isOne();
  }

  @Test
  void waitsWithAnIndexForTransactionsThatAreOlderAndHoldsNobodyUp() throws Exception {
    String url = TestingDatabase.create();
    migration.migrate(flyway(url, "classpath:db/migration", "classpath:db/future"));
    try (ExecutorService node = Executors.newSingleThreadExecutor();
        Connection backup = DriverManager.getConnection(url, "postgres", "")) {
      backup.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      backup.setAutoCommit(false);
      try (Statement statement = backup.createStatement()) {
        statement.execute("select count(*) from project");
      }
      Future<?> migrating = node.submit(() -> migration.migrate(indexing(url)));
      await()
          .until(() ->
              sql(url)
                      .sql(
                          """
                          select count(*) from pg_stat_activity
                           where query like 'create index concurrently%'
                             and now() - query_start > interval '3 seconds' and wait_event_type = 'Lock'
                          """)
                      .query(Long.class)
                      .single()
                  > 0);
      sql(url).sql("insert into from_the_future select").update();
      backup.rollback();
      migrating.get();
    }
    assertThat(validIndexes(url)).isOne();
  }

  private Flyway indexing(String url) {
    return flyway(url, "classpath:db/migration", "classpath:db/future", "classpath:db/indexed");
  }

  private static @Nullable String successOf(String url, String version) {
    return sql(url)
        .sql("select success from flyway_schema_history where version = ?")
        .param(version)
        .query((row, _) -> row.getString(1))
        .optional()
        .orElse(null);
  }

  private static long validIndexes(String url) {
    return sql(url)
        .sql(
            """
            select count(*) from pg_index
             where indexrelid = to_regclass('from_the_future_index') and indisvalid
            """)
        .query(Long.class)
        .single();
  }

  private static void read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select * from from_the_future");
    }
  }

  private static JdbcClient sql(String url) {
    return JdbcClient.create(new DriverManagerDataSource(url, "postgres", ""));
  }

  @Test
  void twoNodesThatStartTogetherMigrateOnce() throws InterruptedException, ExecutionException {
    String url = TestingDatabase.create();
    Callable<Boolean> start =
        () -> {
          migration.migrate(flyway(url, "classpath:db/migration"));
          return true;
        };
    try (ExecutorService nodes = Executors.newFixedThreadPool(2)) {
      for (Future<Boolean> node : nodes.invokeAll(List.of(start, start))) {
        assertThat(node.get()).isTrue();
      }
    }
    assertThat(flyway(url, "classpath:db/migration").info().pending()).isEmpty();
  }

  private static Flyway flyway(String url, String... locations) {
    return Flyway.configure()
        .configuration(TestingDatabase.FLYWAY)
        .dataSource(url, "postgres", "")
        .locations(locations)
        .load();
  }
}
