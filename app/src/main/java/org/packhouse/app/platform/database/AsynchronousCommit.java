package org.packhouse.app.platform.database;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Has a statement that is a transaction of its own commit asynchronously: it does not wait until
 * PostgreSQL has flushed it, and is lost if PostgreSQL dies within about half a second. That is for
 * what is done again if it is lost: which node tells an event, that it was told, that a receiver
 * took a delivery. What takes the place of an event is committed synchronously: if PostgreSQL dies
 * after the listener has written it, this node lives on and removes the event's row.
 *
 * @see <a href="https://www.postgresql.org/docs/current/wal-async-commit.html">Asynchronous
 *     Commit</a>
 */
public final class AsynchronousCommit {

  /** PostgreSQL looks at the setting when it commits; this one ends with the transaction. */
  private static final String ON = "(select set_config('synchronous_commit', 'off', true)) = 'off'";

  private AsynchronousCommit() {}

  /**
   * The condition for a statement's {@code where}, which is true. In a transaction of this thread
   * it changes nothing: others may have written in it what must last.
   */
  public static String condition() {
    return TransactionSynchronizationManager.isActualTransactionActive() ? "true" : ON;
  }
}
