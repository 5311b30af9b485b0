package org.packhouse.scmcache.store;

import java.io.IOException;

/** There is no room for a response, and giving up others would not make it. */
final class NoRoomException extends IOException {

  private final boolean diskFull;

  NoRoomException(String message, boolean diskFull) {
    super(message);
    this.diskFull = diskFull;
  }

  /** Whether it is the disk that has no room, and not the cache. */
  boolean isDiskFull() {
    return diskFull;
  }
}
