package org.packhouse.app.storage.refs.move;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.packhouse.app.platform.database.ConnectionPool;
import org.packhouse.app.platform.database.SessionLimits;
import org.packhouse.app.storage.refs.RefSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A connection pool for ref moves alone, so that a hanging file server cannot exhaust the main pool
 * in the middle of moves. PostgreSQL ends a session that stays idle in its transaction, so a
 * stalled node cannot keep a repository's lock.
 */
@Component
public class RefMovePool implements DisposableBean {

  private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(15);
  private static final Duration LOCK_WAIT = Duration.ofSeconds(10);

  /** Independent of the caller's transaction. */
  private static final TransactionDefinition NEW =
      new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

  private final HikariDataSource connections;
  private final EntityManagerFactory entities;
  private final RefMoveTransactions transactions;
  private final JdbcClient joined;

  RefMovePool(DataSource main, EntityManagerFactory entities, RefSettings settings)
      throws SQLException {
    HikariConfig config = new HikariConfig();
    HikariDataSource pool = main.unwrap(HikariDataSource.class);
    config.setJdbcUrl(pool.getJdbcUrl());
    config.setUsername(pool.getUsername());
    config.setPassword(pool.getPassword());
    config.setPoolName("ref-moves");
    config.setMaximumPoolSize(settings.connections());
    config.setConnectionTimeout(settings.longestWait().toMillis());
    config.setMinimumIdle(1);
    config.setInitializationFailTimeout(-1);
    new SessionLimits(IDLE_IN_TRANSACTION, LOCK_WAIT).set(config);
    this.connections = new ConnectionPool(config);
    this.entities = entities;
    this.transactions = new RefMoveTransactions(entities, main, connections);
    this.joined = JdbcClient.create(main);
  }

  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T in(JdbcClient transaction) throws E;
  }

  JdbcClient statements() {
    return JdbcClient.create(connections);
  }

  /**
   * Commits work in which entities and statements of the thread take part.
   *
   * @throws SQLException if the commit is not confirmed
   */
  public <T, E extends Exception> T transaction(Work<T, E> work) throws SQLException, E {
    TransactionStatus status = begin();
    boolean done = false;
    try {
      T result = work.in(joined);
      done = true;
      return commit(status, result);
    } finally {
      if (!done) {
        rollBack(status);
      }
    }
  }

  private TransactionStatus begin() throws SQLException {
    try {
      return transactions.getTransaction(NEW);
    } catch (TransactionException | DataAccessException e) {
      throw new SQLException("No transaction could be begun", e);
    }
  }

  private <T> T commit(TransactionStatus status, T result) throws SQLException {
    try {
      transactions.commit(status);
      return result;
    } catch (TransactionException | DataAccessException e) {
      throw new SQLException("It is not known whether the transaction was committed", e);
    }
  }

  private void rollBack(TransactionStatus status) throws SQLException {
    try {
      transactions.rollback(status);
    } catch (TransactionException | DataAccessException e) {
      throw new SQLException("The transaction could not be rolled back", e);
    }
  }

  /** Flushes the transaction and checks that it can commit, before the first ref moves. */
  void flush() {
    EntityManager manager = EntityManagerFactoryUtils.getTransactionalEntityManager(entities);
    if (manager != null) {
      try {
        manager.flush();
      } catch (RuntimeException e) {
        throw DataAccessUtils.translateIfNecessary(e, transactions.getJpaDialect());
      }
      if (manager.getTransaction().getRollbackOnly()) {
        throw new UnexpectedRollbackException("The transaction is marked for rollback");
      }
    }
  }

  @Override
  public void destroy() {
    connections.close();
  }

  /**
   * Transactions on the connections for ref moves, in which every entity manager, {@code
   * JdbcClient} and {@code @Transactional} method of the thread takes part. For that a transaction
   * is registered under the server's own entity manager factory and data source, and its session is
   * opened on a connection of the other pool.
   */
  private static final class RefMoveTransactions extends JpaTransactionManager {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(RefMoveTransactions.class);

    private final transient DataSource connections;

    RefMoveTransactions(EntityManagerFactory entities, DataSource main, DataSource connections) {
      super(entities);
      this.connections = connections;
      afterPropertiesSet();
      setDataSource(main);
    }

    @Override
    protected EntityManager createEntityManagerForTransaction() {
      Connection connection = connection();
      TransactionSynchronizationManager.bindResource(connections, connection);
      return obtainEntityManagerFactory()
          .unwrap(SessionFactory.class)
          .withOptions()
          .connection(connection)
          .openSession();
    }

    private Connection connection() {
      try {
        return connections.getConnection();
      } catch (SQLException e) {
        throw new CannotGetJdbcConnectionException("No connection is available for a ref move", e);
      }
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
      boolean begun = false;
      try {
        super.doBegin(transaction, definition);
        begun = true;
      } finally {
        Object connection = TransactionSynchronizationManager.unbindResourceIfPossible(connections);
        if (!begun && connection instanceof Connection unused) {
          giveBack(unused);
        }
      }
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
      Connection connection =
          ((JdbcTransactionObjectSupport) transaction).getConnectionHolder().getConnection();
      try {
        super.doCleanupAfterCompletion(transaction);
      } finally {
        giveBack(connection);
      }
    }

    /** A session does not close a connection that it was given. */
    private static void giveBack(Connection connection) {
      try {
        connection.close();
      } catch (SQLException e) {
        LOG.warn("A ref move connection could not be returned to the pool", e);
      }
    }
  }
}
