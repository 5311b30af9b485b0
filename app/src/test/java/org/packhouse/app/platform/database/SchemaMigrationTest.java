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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
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
