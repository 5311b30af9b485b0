package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.database.DatabaseAddress;
import org.packhouse.app.platform.database.EmbeddedDatabase;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The embedded database on its way to a PostgreSQL that several nodes can use. */
class DatabaseCopyTest {

  private static final String TABLES =
      """
      select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1
      """;

  private static final String THOUSAND_REPOSITORIES =
      """
      with one as (insert into project (key, name) values ('MANY', 'Many') returning id)
      insert into repository (project_id, slug, name, hierarchy_id)
      select one.id, 'repository-' || n, 'repository-' || n, lpad(n::text, 20, '0')
        from one, generate_series(1, 1000) as n
      """;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir private Path home;

  @Test
  void takesAllRowsAndSequencesToAnEmptyDatabaseAndToNoOther() {
    Map<String, Long> before;
    try (EmbeddedDatabase embedded = start()) {
      DatabaseAddress address = embedded.address();
      Flyway.configure()
          .configuration(TestingDatabase.FLYWAY)
          .dataSource(address.url(), address.user(), address.password())
          .load()
          .migrate();
      JdbcClient sql = sql(address.url(), address.user(), address.password());
      sql.sql(THOUSAND_REPOSITORIES).update();
      before = counts(sql);
    }
    String target = TestingDatabase.create();
    assertThat(copy(target)).as(out::toString).isZero();
    JdbcClient copied = sql(target, "postgres", "");
    assertThat(before).containsEntry("repository", 1_000L);
    assertThat(counts(copied)).isEqualTo(before);
    assertThat(
            copied
                .sql("select nextval(pg_get_serial_sequence('repository', 'id'))")
                .query(Long.class)
                .single())
        .isEqualTo(1_001);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("      1000  repository\n");
    assertThat(copy(target)).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("is not empty; rows go into an empty one only.");
  }

  @Test
  void refusesWhileTheServerRuns() {
    try (EmbeddedDatabase _ = start()) {
      assertThat(copy(TestingDatabase.create())).isEqualTo(1);
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("is in use by another server (host ");
  }

  @Test
  void saysThatThereIsNothingToCopyOrNoPlaceToCopyTo() {
    assertThat(copy(TestingDatabase.create())).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("There is no embedded database in " + home.resolve("shared/postgresql"));
    assertThat(run("admin", "copy-database", "--packhouse.home=" + home)).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Say which PostgreSQL to copy to");
  }

  private EmbeddedDatabase start() {
    return EmbeddedDatabase.start(new Homes(home, home.resolve("shared")), 20);
  }

  private static JdbcClient sql(String url, String user, String password) {
    return JdbcClient.create(new DriverManagerDataSource(url, user, password));
  }

  private static Map<String, Long> counts(JdbcClient sql) {
    Map<String, Long> counts = new TreeMap<>();
    for (String table : sql.sql(TABLES).query(String.class).list()) {
      counts.put(
          table,
          sql.sql("select count(*) from \"%s\"".formatted(table)).query(Long.class).single());
    }
    return counts;
  }

  private int copy(String target) {
    return run(
        "admin",
        "copy-database",
        "--packhouse.home=" + home,
        "--jdbc.url=" + target,
        "--jdbc.user=postgres",
        "--jdbc.password=");
  }

  private int run(String... words) {
    PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
    return AdminCommand.run(words, said, said);
  }
}
