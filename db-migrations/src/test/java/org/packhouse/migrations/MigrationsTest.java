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
import java.util.ArrayList;
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
import org.flywaydb.core.api.configuration.FluentConfiguration;
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
  void keepTheMergeChecksThatRepositoriesHad() throws SQLException {
    settings().target("69").load().migrate();
    try (Connection connection = postgres.getDatabase("postgres", name()).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          insert into project (id, key, name) values (1, 'K', 'K');
          insert into repository (id, project_id, slug, name, hierarchy_id)
          values (1, 1, 'a', 'a', repeat('0', 20)), (2, 1, 'b', 'b', repeat('1', 20));
          insert into pull_request_settings (project_id, repository_id, settings)
          values (null, 1, '{"checks": {"allApprovers": true, "allTasks": false, "approvers": 2,
                             "builds": 0, "noNeedsWork": false, "unapproveOnUpdate": true,
                             "reports": ["lint", "cover"]}}'),
                 (null, 2, '{"checks": {"allApprovers": false, "allTasks": false, "approvers": 0,
                             "builds": 0, "noNeedsWork": false, "unapproveOnUpdate": false}}'),
                 (1, null, '{"checks": {"approvers": 9}}')
          """);
      flyway().migrate();
      assertThat(
              read(
                  statement,
                  """
                  select repository_id || ' ' || split_part(hook, ':', 2) || ' ' || enabled
                         || coalesce(' ' || (settings ->> 'requiredCount'), '')
                    from hook_setting order by hook
                  """))
          .containsExactly(
              "1 all-approvers-merge-check true",
              "1 requiredApproversMergeHook true 2",
              "1 unapprove-on-update true");
      assertThat(
              read(
                  statement,
                  """
                  select repository_id || ' ' || key || ' ' || report_key || ' ' || must_pass
                    from required_report order by key
                  """))
          .containsExactly("1 cover cover true", "1 lint lint true");
    }
  }

  private static List<String> read(Statement statement, String query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  @Test
  void confirmPrimaryAddressesThatOneAccountHas() throws SQLException {
    settings().target("83").load().migrate();
    try (Connection connection = postgres.getDatabase("postgres", name()).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          insert into users (id, name, slug, display_name, email_address, deleted)
          values (1, 'alone', 'alone', 'A', 'alone@example.org', false),
                 (2, 'one', 'one', 'B', 'shared@example.org', false),
                 (3, 'other', 'other', 'C', 'Shared@Example.org', false),
                 (4, 'claimant', 'claimant', 'D', 'taken@example.org', false),
                 (5, 'holder', 'holder', 'E', 'holder@example.org', false),
                 (6, 'heir', 'heir', 'F', 'left@example.org', false),
                 (7, 'gone', 'gone', 'G', 'left@example.org', true),
                 (8, 'none', 'none', 'H', '', false),
                 (9, 'asked', 'asked', 'I', 'asked@example.org', false);
          insert into user_email_address (user_id, address, confirmed_at, token_hash, expires_at)
          values (5, 'Taken@example.org', now(), null, null),
                 (9, 'Asked@example.org', null, 'x', now() + interval '1 day')
          """);
      flyway().migrate();
      assertThat(
              read(
                  statement,
                  """
                  select u.name || ' ' || lower(a.address)
                    from user_email_address a join users u on u.id = a.user_id
                   where a.confirmed_at is not null and a.token_hash is null order by 1
                  """))
          .containsExactly(
              "alone alone@example.org",
              "asked asked@example.org",
              "heir left@example.org",
              "holder holder@example.org",
              "holder taken@example.org");
    }
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

  /** Of those that came before nodes of two versions ran side by side, none says so. */
  @Test
  void sayWhetherNodesOfTheLastReleaseMayRunOnWhatTheyMake() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/db/migration"))) {
      for (Path file :
          files
              .filter(it -> it.toString().endsWith(".sql") && version(it) > LAST_WITHOUT_KIND)
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

  private static final int LAST_WITHOUT_KIND = 30;

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
    return settings().load();
  }

  private FluentConfiguration settings() {
    // As the server does: an index that is made concurrently waits for all transactions.
    return Flyway.configure()
        .dataSource(url, "postgres", "")
        .configuration(Map.of("flyway.postgresql.transactional.lock", "false"));
  }
}
