package org.packhouse.app.platform.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The lock by which one node at a time migrates. Flyway's own lock is not held between attempts,
 * when remains of a failed non-transactional migration are removed and no other node may be running
 * it.
 */
final class MigrationLock implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MigrationLock.class);
  private static final Duration ASK_EVERY = Duration.ofMillis(200);
  private static final String LOCK = "select pg_try_advisory_lock(hashtext('packhouse.migration'))";

  private final Connection holder;

  private MigrationLock(Connection holder) {
    this.holder = holder;
  }

  /**
   * Polls, because {@code create index concurrently} would wait for a blocked statement's snapshot.
   */
  static MigrationLock await(DataSource database) throws SQLException {
    Connection connection = database.getConnection();
    try {
      while (!isTaken(connection)) {
        LockSupport.parkNanos(ASK_EVERY.toNanos());
      }
      return new MigrationLock(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static boolean isTaken(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(LOCK)) {
      return row.next() && row.getBoolean(1);
    }
  }

  /**
   * Removes what a failed non-transactional migration left: Flyway's record, which would block it,
   * and invalid indexes, which {@code if not exists} would accept. Such migrations are written to
   * be repeatable.
   */
  void removeFailed(Flyway flyway) {
    MigrationInfo[] all = flyway.info().all();
    JdbcClient sql = JdbcClient.create(flyway.getConfiguration().getDataSource());
    if (Arrays.stream(all).allMatch(it -> it.getState().isApplied() && !it.getState().isFailed())) {
      return;
    }
    for (MigrationInfo failed :
        Arrays.stream(all).filter(it -> it.getState() == MigrationState.FAILED).toList()) {
      LOG.info("Migration {} ended midway and is run again", failed.getScript());
      sql.sql(
              "delete from \"%s\" where not success and version = ?"
                  .formatted(flyway.getConfiguration().getTable()))
          .param(String.valueOf(failed.getVersion()))
          .update();
    }
    for (String index : unusable(sql)) {
      LOG.info("Index {} was begun and not ended; it is made again", index);
      sql.sql("drop index concurrently if exists " + index).update();
    }
  }

  /** Returns quoted names. */
  private static List<String> unusable(JdbcClient sql) {
    return sql.sql(
            """
            select quote_ident(n.nspname) || '.' || quote_ident(c.relname)
              from pg_index i join pg_class c on c.oid = i.indexrelid
              join pg_namespace n on n.oid = c.relnamespace
             where not i.indisvalid and n.nspname = current_schema()
               and not exists (select 1 from pg_stat_progress_create_index p
                                where p.index_relid = i.indexrelid)
            """)
        .query((row, _) -> row.getString(1))
        .list();
  }

  @Override
  public void close() throws SQLException {
    holder.close();
  }
}
