package org.packhouse.app.platform.database;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Has a statement that is a transaction of its own commit asynchronously: it does not wait until
 * PostgreSQL has flushed it, and is lost if PostgreSQL dies within about half a second. That is for
 * what follows a push and is done again if it is lost: who tells an event, that it was told, what
 * was counted. What is flushed is flushed in the order of the commits, so that an event whose row
 * is gone for good has left for good what its listener wrote.
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
