package org.packhouse.scmcache.store;

import java.io.IOException;

/** There is no room for a response, and evicting others would not make it. */
final class NoRoomException extends IOException {

  private final boolean diskFull;

  NoRoomException(String message, boolean diskFull) {
    super(message);
    this.diskFull = diskFull;
  }

  /** Returns whether the disk is full, not the cache. */
  boolean isDiskFull() {
    return diskFull;
  }
}
