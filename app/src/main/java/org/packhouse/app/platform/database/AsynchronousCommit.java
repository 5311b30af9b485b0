package org.packhouse.app.platform.database;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Makes a single-statement transaction commit asynchronously: the commit does not wait for the WAL
 * flush, and is lost if PostgreSQL crashes within about half a second. For work that may be
 * repeated: which node delivers an event, that it was delivered, that a receiver took a delivery.
 * Rows that replace an event are committed synchronously, because this node survives a crash of
 * PostgreSQL and deletes the event.
 *
 * @see <a href="https://www.postgresql.org/docs/current/wal-async-commit.html">Asynchronous
 *     Commit</a>
 */
public final class AsynchronousCommit {

  /** PostgreSQL reads the setting at commit; this one ends with the transaction. */
  private static final String ON = "(select set_config('synchronous_commit', 'off', true)) = 'off'";

  private AsynchronousCommit() {}

  /** Returns a true condition for {@code where}, without effect in a transaction of this thread. */
  public static String condition() {
    return TransactionSynchronizationManager.isActualTransactionActive() ? "true" : ON;
  }
}
