package org.packhouse.scmcache.store;

import java.io.IOException;
import org.packhouse.scmcache.store.Budget.Shortage;

/** Makes room in the budget by eviction. */
final class EvictingBudget {

  /** The divisor of the budget for dropped files still being sent. */
  private static final int MAX_PENDING = 4;

  private final Budget budget;
  private final Eviction eviction;

  EvictingBudget(Budget budget, Eviction eviction) {
    this.budget = budget;
    this.eviction = eviction;
  }

  Budget budget() {
    return budget;
  }

  /**
   * Reserves bytes, evicting others if needed. Evicting an entry that is being sent frees nothing
   * yet, so several may go; once much is pending, more would only empty the cache. A file that
   * takes half the budget evicts nothing.
   */
  void take(long bytes, long length) throws IOException {
    if (length > budget.limit() / 2 && length > budget.limit() - budget.used()) {
      throw new NoRoomException("A response of " + length + " bytes is too large to keep", false);
    }
    Shortage shortage = budget.take(bytes);
    while (!shortage.isNone()) {
      boolean waiting = budget.pending() > budget.limit() / MAX_PENDING;
      if (waiting || !eviction.giveUp(shortage.bytes())) {
        throw new NoRoomException(
            "The disk lacks " + shortage.ofDisk() + " bytes, the cache " + shortage.ofBudget(),
            shortage.ofDisk() > 0);
      }
      shortage = budget.take(bytes);
    }
  }

  @FunctionalInterface
  interface Eviction {
    /** Evicts entries of at least so many bytes; returns false if there were none. */
    boolean giveUp(long bytes);
  }

  /** There is no room for a response, and evicting others would not make it. */
  static final class NoRoomException extends IOException {

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
}
