package org.packhouse.app.storage.refs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Component;

/**
 * Connections for ref moves alone, so that a file server that hangs in the middle of a move does
 * not use up the connections of everything else. PostgreSQL ends a session that stands still inside
 * its transaction, so that a stopped node holds no repository's lock.
 */
@Component
class RefMovePool implements DisposableBean {

  private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(15);
  private static final Duration LOCK_WAIT = Duration.ofSeconds(10);

  private final HikariDataSource connections;

  RefMovePool(DataSource main, RefSettings settings) throws SQLException {
    HikariConfig config = new HikariConfig();
    HikariDataSource pool = main.unwrap(HikariDataSource.class);
    config.setJdbcUrl(pool.getJdbcUrl());
    config.setUsername(pool.getUsername());
    config.setPassword(pool.getPassword());
    config.setPoolName("ref-moves");
    config.setMaximumPoolSize(settings.connections());
    config.setMinimumIdle(1);
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty(
        "options",
        "-c idle_in_transaction_session_timeout=%d -c lock_timeout=%d"
            .formatted(IDLE_IN_TRANSACTION.toMillis(), LOCK_WAIT.toMillis()));
    this.connections = new HikariDataSource(config);
  }

  /** Work in a transaction; what it throws undoes the transaction. */
  @FunctionalInterface
  interface Work<T, E extends Exception> {
    T in(JdbcClient transaction) throws E;
  }

  /** Runs each statement in a transaction of its own. */
  JdbcClient statements() {
    return JdbcClient.create(connections);
  }

  /**
   * Runs work in a transaction and commits it.
   *
   * @throws SQLException if it is not known to be committed
   */
  <T, E extends Exception> T transaction(Work<T, E> work) throws SQLException, E {
    try (Connection connection = connections.getConnection()) {
      connection.setAutoCommit(false);
      boolean done = false;
      try {
        T result = work.in(JdbcClient.create(new SingleConnectionDataSource(connection, true)));
        connection.commit();
        done = true;
        return result;
      } finally {
        if (!done) {
          connection.rollback();
        }
      }
    }
  }

  @Override
  public void destroy() {
    connections.close();
  }
}
