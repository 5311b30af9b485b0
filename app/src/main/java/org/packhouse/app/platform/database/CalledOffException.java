package org.packhouse.app.platform.database;

import java.sql.SQLTransientException;

/** A refusal of work for which nobody waits any more. */
public final class CalledOffException extends SQLTransientException {

  private static final long serialVersionUID = 1L;

  CalledOffException(String pool) {
    super(
        "Nobody waits any more for what a connection of the pool '%s' was wanted for"
            .formatted(pool));
  }

  /** Whether a failure comes from such a refusal. */
  public static boolean isCauseOf(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof CalledOffException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }
}
