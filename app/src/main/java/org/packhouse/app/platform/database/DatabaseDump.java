package org.packhouse.app.platform.database;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.packhouse.app.platform.database.DumpedDatabase.Sequence;
import org.packhouse.app.platform.database.DumpedDatabase.Table;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Dumps all tables in one snapshot while the server runs, by {@code COPY}: the embedded database
 * comes without PostgreSQL's own programs. Not a bean of the server.
 */
public class DatabaseDump {

  private static final RowMapper<Table> TABLE = new SimplePropertyRowMapper<>(Table.class);

  private static final RowMapper<Sequence> SEQUENCE = new SimplePropertyRowMapper<>(Sequence.class);

  private static final String TABLES =
      """
      select quote_ident(c.relname) as name,
             string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns, 0 as rows
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                           and a.attgenerated = ''
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition and c.relname <> 'flyway_schema_history'
       group by c.relname order by c.relname
      """;

  private static final String SCHEMA_VERSION =
      """
      select version from flyway_schema_history
       where success and version is not null order by installed_rank desc limit 1
      """;

  private static final String SEQUENCES =
      """
      select quote_ident(sequencename) as name, coalesce(last_value, start_value) as value,
             last_value is not null as used
        from pg_sequences where schemaname = current_schema() order by sequencename
      """;

  private final DatabaseAddress address;

  DatabaseDump(DatabaseAddress address) {
    this.address = address;
  }

  /** Reads in the dump's snapshot. */
  @FunctionalInterface
  public interface InSnapshot {
    void read(JdbcClient snapshot);
  }

  /**
   * Writes the dump into an existing directory; {@code meanwhile} runs before the first table is
   * written.
   */
  public DumpedDatabase write(Path directory, InSnapshot meanwhile) throws IOException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      JdbcClient snapshot =
          JdbcClient.create(new SingleConnectionDataSource(connection, /* suppressClose= */ true));
      String version = snapshot.sql(SCHEMA_VERSION).query(String.class).single();
      meanwhile.read(snapshot);
      List<Table> tables = new ArrayList<>();
      for (Table table : tables(snapshot)) {
        tables.add(write(connection, table, file(directory, table)));
      }
      List<Sequence> sequences = sequences(snapshot);
      connection.rollback();
      return new DumpedDatabase(version, List.copyOf(tables), sequences);
    } catch (SQLException e) {
      throw new IOException("The database cannot be copied: " + e.getMessage(), e);
    }
  }

  /** Returns the sequences as of now; they are in no snapshot. */
  public List<Sequence> sequences() throws IOException {
    try (Connection connection = connect()) {
      return sequences(
          JdbcClient.create(new SingleConnectionDataSource(connection, /* suppressClose= */ true)));
    } catch (SQLException e) {
      throw new IOException("The database cannot be read: " + e.getMessage(), e);
    }
  }

  /** Connects without timeout, because a large table takes long. */
  private Connection connect() throws SQLException {
    return DriverManager.getConnection(address.url(), address.user(), address.password());
  }

  static Path file(Path directory, Table table) {
    return directory.resolve(table.name().replaceAll("\\W", "") + ".copy.gz");
  }

  private static List<Table> tables(JdbcClient snapshot) {
    return snapshot.sql(TABLES).query(TABLE).list();
  }

  private static List<Sequence> sequences(JdbcClient sql) {
    return sql.sql(SEQUENCES).query(SEQUENCE).list();
  }

  private static Table write(Connection connection, Table table, Path file)
      throws SQLException, IOException {
    try (OutputStream output = new GZIPOutputStream(Files.newOutputStream(file), 1 << 16)) {
      long rows =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyOut("copy %s (%s) to stdout".formatted(table.name(), table.columns()), output);
      return new Table(table.name(), table.columns(), rows);
    }
  }
}
