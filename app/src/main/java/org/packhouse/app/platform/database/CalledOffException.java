package org.packhouse.app.platform.database;

import java.sql.SQLTransientException;

/** Work was refused a connection because nobody waits for its result. */
public final class CalledOffException extends SQLTransientException {

  private static final long serialVersionUID = 1L;

  CalledOffException(String pool) {
    super(
        "Nobody waits any more for what a connection of the pool '%s' was wanted for"
            .formatted(pool));
  }

  public static boolean isCauseOf(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof CalledOffException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }
}
