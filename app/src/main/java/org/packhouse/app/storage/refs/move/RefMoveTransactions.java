package org.packhouse.app.storage.refs.move;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transactions on the connections for ref moves, in which every entity manager, {@code JdbcClient}
 * and {@code @Transactional} method of the thread takes part. For that a transaction is registered
 * under the server's own entity manager factory and data source, and its session is opened on a
 * connection of the other pool.
 */
final class RefMoveTransactions extends JpaTransactionManager {

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
