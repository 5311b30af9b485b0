package org.packhouse.app.platform.database;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import org.flywaydb.core.Flyway;
import org.packhouse.app.platform.configuration.HomeDirectories;
import org.packhouse.app.platform.configuration.NodeSettings;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.Homes;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.util.FileSystemUtils;

/**
 * Copies schema, rows and sequences of the embedded PostgreSQL of a stopped server into an empty
 * external PostgreSQL database, and does not change the embedded one.
 */
@EnableConfigurationProperties({NodeSettings.class, DatabaseSettings.class})
public class DatabaseCopy {

  private final Homes homes;
  private final DatabaseSettings settings;

  DatabaseCopy(NodeSettings node, DatabaseSettings settings) {
    HomeDirectories directories = HomeDirectories.of(node);
    this.homes = new Homes(directories.local(), directories.shared());
    this.settings = settings;
  }

  /**
   * Copies the database.
   *
   * @throws StartRefusedException if there is nothing to copy, the server runs, or the target is
   *     not empty
   * @throws IOException if a database or the disk fails; the target is then unusable
   */
  public void run(PrintStream out) throws IOException {
    DatabaseAddress target = target();
    if (!Files.exists(homes.database().resolve("PG_VERSION"))) {
      throw new StartRefusedException(
          "There is no embedded database in %s; name the home of the server by --home."
              .formatted(homes.database()));
    }
    try (EmbeddedDatabase embedded = EmbeddedDatabase.start(homes)) {
      DatabaseProbe.check(target);
      Path passing = passing();
      try {
        copy(embedded.address(), target, passing, out);
      } finally {
        FileSystemUtils.deleteRecursively(passing);
      }
    }
  }

  private DatabaseAddress target() {
    String url = settings.url();
    if (url == null) {
      throw new StartRefusedException(
          "Say which PostgreSQL to copy to: --jdbc.url, --jdbc.user, and JDBC_PASSWORD in the environment.");
    }
    return new DatabaseAddress(
        url,
        Objects.requireNonNullElse(settings.user(), ""),
        Objects.requireNonNullElse(settings.password(), ""));
  }

  private Path passing() throws IOException {
    Files.createDirectories(homes.temporary());
    return Files.createTempDirectory(homes.temporary(), "copy-database-");
  }

  private static void copy(
      DatabaseAddress source, DatabaseAddress target, Path passing, PrintStream out)
      throws IOException {
    DumpedDatabase dumped = new DatabaseDump(source).write(passing, _ -> {});
    out.printf(
        "Read %d rows of %d tables.%n",
        dumped.tables().stream().mapToLong(DumpedDatabase.Table::rows).sum(),
        dumped.tables().size());
    new DatabaseLoad(passing, dumped)
        .run(Flyway.configure().dataSource(target.url(), target.user(), target.password()).load());
    compare(target, dumped, out);
    out.printf(
        "The database is copied to %s. Name it by jdbc.url, jdbc.user and jdbc.password in packhouse.properties, or in the environment, before the server starts again.%n",
        DatabaseProbe.place(target.url()));
  }

  /** Counts the copied rows again: the embedded database cannot have changed. */
  private static void compare(DatabaseAddress target, DumpedDatabase dumped, PrintStream out)
      throws IOException {
    try (Connection connection =
        DriverManager.getConnection(target.url(), target.user(), target.password())) {
      CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
      for (DumpedDatabase.Table table : dumped.tables()) {
        long rows =
            copies.copyOut(
                "copy %s to stdout".formatted(table.name()), OutputStream.nullOutputStream());
        if (rows != table.rows()) {
          throw new IOException(
              "The table %s has %d rows here and %d in the copy; empty the copy and try again."
                  .formatted(table.name(), table.rows(), rows));
        }
        out.printf("%10d  %s%n", rows, table.name());
      }
    } catch (SQLException e) {
      throw new IOException("The rows of the copy cannot be read: " + e.getMessage(), e);
    }
  }
}
