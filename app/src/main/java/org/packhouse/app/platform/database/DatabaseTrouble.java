package org.packhouse.app.platform.database;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionSystemException;

/** Failures caused by the database, not by the server. */
public enum DatabaseTrouble {

  /** No answer, or an idle transaction was ended. */
  AWAY(
      "The server cannot reach its database. Try again in a moment.",
      "the server's database is away"),

  /** No connection became free in time. */
  BUSY("The server is too busy to serve this now. Try again in a moment.", "the server is busy"),

  /** A row stayed locked for too long. */
  LOCKED(
      "Other changes of the same thing take too long. Try again in a moment.",
      "other changes take too long");

  private static final int MAX_DEPTH = 20;
  private static final int MAX_SUPPRESSED = 2;

  private static final String CONNECTION_EXCEPTION = "08";
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String IDLE_IN_TRANSACTION = "25P03";
  private static final String TRANSACTION_TIMEOUT = "25P04";
  private static final String TOO_MANY_CONNECTIONS = "53300";

  /** HikariCP's message, without SQL state, for a connection that it closed as broken. */
  private static final String CLOSED_BY_POOL = "Connection is closed";

  /** The server shuts down, has crashed, or does not accept connections yet. */
  private static final String OPERATOR_INTERVENTION = "57P0";

  private final String sentence;
  private final String reason;

  DatabaseTrouble(String sentence, String reason) {
    this.sentence = sentence;
    this.reason = reason;
  }

  /** Returns the message for users. */
  public String sentence() {
    return sentence;
  }

  /** Returns the message in a few words. */
  public String reason() {
    return reason;
  }

  /** Returns the database trouble behind a failure, or null. */
  public static @Nullable DatabaseTrouble of(@Nullable Throwable failure) {
    return of(failure, 0);
  }

  /** Searches causes, failures hidden by a failed rollback, batches and suppressed exceptions. */
  private static @Nullable DatabaseTrouble of(@Nullable Throwable failure, int depth) {
    if (failure == null || depth > MAX_DEPTH) {
      return null;
    }
    DatabaseTrouble found = failure instanceof SQLException sql ? ofSql(sql) : null;
    if (found == null) {
      found = of(failure.getCause(), depth + 1);
    }
    if (found == null && failure instanceof SQLException sql) {
      found = of(sql.getNextException(), depth + 1);
    }
    if (found == null && failure instanceof TransactionSystemException transaction) {
      found = of(transaction.getApplicationException(), depth + 1);
    }
    Throwable[] suppressed = failure.getSuppressed();
    for (int i = 0; found == null && i < Math.min(suppressed.length, MAX_SUPPRESSED); i++) {
      found = of(suppressed[i], depth + 1);
    }
    return found;
  }

  /**
   * Returns the message of the driver or pool, for logs: while the database is away, stack traces
   * of all failed requests add nothing.
   */
  public static String causeOf(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof SQLException)) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  private static @Nullable DatabaseTrouble ofSql(SQLException failure) {
    String state = failure.getSQLState() == null ? "" : failure.getSQLState();
    if (failure instanceof NoConnectionFreeException
        || failure instanceof CalledOffException
        || state.equals(TOO_MANY_CONNECTIONS)) {
      return BUSY;
    }
    if (state.equals(LOCK_NOT_AVAILABLE)) {
      return LOCKED;
    }
    return failure instanceof SQLTransientConnectionException
            || CLOSED_BY_POOL.equals(failure.getMessage())
            || state.startsWith(CONNECTION_EXCEPTION)
            || state.startsWith(OPERATOR_INTERVENTION)
            || state.equals(IDLE_IN_TRANSACTION)
            || state.equals(TRANSACTION_TIMEOUT)
        ? AWAY
        : null;
  }
}
