package org.packhouse.scmcache.store;

import java.io.IOException;

/** A file is not what was stored. */
final class DamagedException extends IOException {

  DamagedException(String message) {
    super(message);
  }

  DamagedException(String message, Throwable cause) {
    super(message, cause);
  }
}
