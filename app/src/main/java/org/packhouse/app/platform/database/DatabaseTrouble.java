package org.packhouse.app.platform.database;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionSystemException;

/** The reasons for which the database, and not the server, is to blame for a failure. */
public enum DatabaseTrouble {

  /** It does not answer, or has ended a transaction that stood still. */
  AWAY(
      "The server cannot reach its database. Try again in a moment.",
      "the server's database is away"),

  /** All connections are in use, and none came free in time. */
  BUSY("The server is too busy to serve this now. Try again in a moment.", "the server is busy"),

  /** Somebody else had a row for too long. */
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

  /** What HikariCP says, without a state, of a connection that it has closed as broken. */
  private static final String CLOSED_BY_POOL = "Connection is closed";

  /** The server shuts down, has crashed, or does not take connections yet. */
  private static final String OPERATOR_INTERVENTION = "57P0";

  private final String sentence;
  private final String reason;

  DatabaseTrouble(String sentence, String reason) {
    this.sentence = sentence;
    this.reason = reason;
  }

  /** What a person is told. */
  public String sentence() {
    return sentence;
  }

  /** The same in a few words. */
  public String reason() {
    return reason;
  }

  /** The trouble that a failure comes from; null if it comes from something else. */
  public static @Nullable DatabaseTrouble of(@Nullable Throwable failure) {
    return of(failure, 0);
  }

  /**
   * Looks through causes, and through what else hangs on an exception: the failure that a failed
   * rollback stands before, the rest of a batch, what was suppressed.
   */
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
   * The sentence of the driver or of the pool behind a failure, for the log: while the database is
   * away every request fails, and a stack trace of each says nothing more.
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
