package org.packhouse.lab.target;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The PostgreSQL of a Packhouse server: the server's own, or one that the lab starts for several.
 */
final class PackhouseDatabase implements AutoCloseable {

  private static final int LINE_OF_PORT = 3;

  private final String url;
  private final String user;
  private final String password;
  private final Path data;
  private final @Nullable EmbeddedPostgres started;

  private PackhouseDatabase(
      String url, String user, String password, Path data, @Nullable EmbeddedPostgres started) {
    this.url = url;
    this.user = user;
    this.password = password;
    this.data = data;
    this.started = started;
  }

  /** Starts one with its data in a directory. */
  static PackhouseDatabase start(Path directory) throws IOException {
    Path data = directory.resolve("postgresql");
    EmbeddedPostgres postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setServerConfig("max_connections", "300")
            .start();
    return new PackhouseDatabase(
        postgres.getJdbcUrl("postgres", "postgres"), "postgres", "postgres", data, postgres);
  }

  /** The one that a node has started in that shared home. */
  static PackhouseDatabase embedded(Path shared) throws IOException {
    Path data = shared.resolve("postgresql");
    String port = Files.readAllLines(data.resolve("postmaster.pid")).get(LINE_OF_PORT).strip();
    return new PackhouseDatabase(
        "jdbc:postgresql://localhost:" + port + "/postgres",
        "packhouse",
        Files.readString(shared.resolve("postgresql.password")).strip(),
        data,
        null);
  }

  /** What a node must be told to use it. */
  Map<String, String> settings() {
    return Map.of("jdbc.url", url, "jdbc.user", user, "jdbc.password", password);
  }

  /** Its first process. */
  ProcessHandle process() throws IOException {
    List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
    return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
        .orElseThrow(() -> new IOException("The database in " + data + " does not run"));
  }

  /**
   * Has the server look for housekeeping soon, as it does when another node has died. An older one
   * has a task of the scheduler for it.
   */
  void askForHousekeeping() throws IOException {
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "update scheduled_tasks set execution_time = now()"
              + " where not picked and task_name = 'housekeeping'");
      statement.executeUpdate(
          "insert into node_session (id, node_name, address, heartbeat_at)"
              + " select gen_random_uuid(), 'lab', 'nowhere', now() - interval '1 day'"
              + " where not exists (select 1 from node_session where node_name = 'lab')");
    } catch (SQLException e) {
      throw new IOException("The database of the server refuses: " + e.getMessage(), e);
    }
  }

  /** How many transactions it has made so far; a statement outside of one counts as one. */
  double transactions() throws IOException {
    return number(
        "select xact_commit + xact_rollback from pg_stat_database"
            + " where datname = current_database()");
  }

  /** Whether the search knows all repositories as they are now. */
  boolean isIndexed() throws IOException {
    return number(
            "select count(*) from repository r left join search_state s on s.repository_id = r.id"
                + " where r.origin_id is null and (s.stale_since is not null or s.tree_id is null"
                + " or s.commit_id is null)")
        == 0;
  }

  private double number(String query) throws IOException {
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getDouble(1);
    } catch (SQLException e) {
      throw new IOException("The database of the server refuses: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (started != null) {
      try {
        started.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
