package org.packhouse.app.platform.database;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/** All connections of a pool were in use for as long as a caller may wait. */
final class NoConnectionFreeException extends SQLTransientConnectionException {

  private static final long serialVersionUID = 1L;

  NoConnectionFreeException(String pool, int connections, int waiting, Duration waited) {
    super(
        "None of the %d connections of the pool '%s' came free in %d ms; %d more wait for one"
            .formatted(connections, pool, waited.toMillis(), waiting));
  }
}
