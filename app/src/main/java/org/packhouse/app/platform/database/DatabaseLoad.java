package org.packhouse.app.platform.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.database.DumpedDatabase.Sequence;
import org.packhouse.app.platform.database.DumpedDatabase.Table;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Loads a {@link DatabaseDump} into an empty database: creates the schema of its version and fills
 * the tables in one transaction; the ordinary migration continues from there. Foreign keys are
 * dropped meanwhile and checked when restored, so tables may come in any order and no superuser is
 * needed.
 */
public final class DatabaseLoad {

  /** Names are quoted where SQL needs it. */
  private record ForeignKey(String table, String name, String definition) {}

  private static final RowMapper<ForeignKey> FOREIGN_KEY =
      new SimplePropertyRowMapper<>(ForeignKey.class);

  private static final String FOREIGN_KEYS =
      """
      select quote_ident(c.relname) as table, quote_ident(k.conname) as name,
             pg_get_constraintdef(k.oid) as definition
        from pg_constraint k join pg_class c on c.oid = k.conrelid
       where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
       order by c.relname, k.conname
      """;

  private final Path directory;
  private final DumpedDatabase dumped;

  public DatabaseLoad(Path directory, DumpedDatabase dumped) {
    this.directory = directory;
    this.dumped = dumped;
  }

  /**
   * Fills the database.
   *
   * @throws StartRefusedException if it is not empty or the schema version unknown
   */
  void run(Flyway flyway) {
    requireKnown(flyway);
    try (Connection connection = flyway.getConfiguration().getDataSource().getConnection()) {
      requireEmpty(connection);
      SchemaMigration.configuration(flyway).target(dumped.schemaVersion()).load().migrate();
      connection.setAutoCommit(false);
      fill(connection);
      connection.commit();
    } catch (SQLException | IOException | FlywayException e) {
      throw new StartRefusedException(
          "The database cannot be filled from %s: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private void requireKnown(Flyway flyway) {
    MigrationVersion wanted = MigrationVersion.fromVersion(dumped.schemaVersion());
    boolean known =
        Arrays.stream(flyway.info().all())
            .anyMatch(migration -> wanted.equals(migration.getVersion()));
    if (!known) {
      throw new StartRefusedException(
          "The schema of the rows has version %s, which this Packhouse does not know; use the Packhouse that they are from, or a later one."
              .formatted(wanted));
    }
  }

  private static void requireEmpty(Connection connection) throws SQLException {
    boolean empty =
        sql(connection)
            .sql("select not exists (select 1 from pg_tables where schemaname = current_schema())")
            .query(Boolean.class)
            .single();
    if (!empty) {
      throw new StartRefusedException(
          "The database at %s is not empty; rows go into an empty one only."
              .formatted(DatabaseProbe.place(connection.getMetaData().getURL())));
    }
  }

  private void fill(Connection connection) throws SQLException, IOException {
    JdbcClient sql = sql(connection);
    List<ForeignKey> keys = sql.sql(FOREIGN_KEYS).query(FOREIGN_KEY).list();
    for (ForeignKey key : keys) {
      sql.sql("alter table %s drop constraint %s".formatted(key.table(), key.name())).update();
    }
    for (Table table : dumped.tables()) {
      // Migrations have put rows into some.
      sql.sql("truncate " + table.name()).update();
      read(connection, table);
    }
    for (ForeignKey key : keys) {
      sql.sql(
              "alter table %s add constraint %s %s"
                  .formatted(key.table(), key.name(), key.definition()))
          .update();
    }
    for (Sequence sequence : dumped.sequences()) {
      sql.sql("select setval(cast(? as regclass), ?, ?)")
          .params(sequence.name(), sequence.value(), sequence.used())
          .query(Long.class)
          .single();
    }
  }

  private void read(Connection connection, Table table) throws SQLException, IOException {
    try (InputStream input =
        new GZIPInputStream(Files.newInputStream(DatabaseDump.file(directory, table)), 1 << 16)) {
      long rows =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn("copy %s (%s) from stdin".formatted(table.name(), table.columns()), input);
      if (rows != table.rows()) {
        throw new IOException(
            "the file of table %s has %d rows in place of %d"
                .formatted(table.name(), rows, table.rows()));
      }
    }
  }

  private static JdbcClient sql(Connection connection) {
    return JdbcClient.create(new SingleConnectionDataSource(connection, /* suppressClose= */ true));
  }
}
