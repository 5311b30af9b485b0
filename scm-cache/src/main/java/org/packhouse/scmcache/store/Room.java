package org.packhouse.scmcache.store;

import java.io.IOException;
import org.packhouse.scmcache.store.Budget.Shortage;

/** The budget, and how room is made in it. */
final class Room {

  /** The share of the budget that may be given up and still being sent. */
  private static final int MAX_PENDING = 4;

  private final Budget budget;
  private final Eviction eviction;

  Room(Budget budget, Eviction eviction) {
    this.budget = budget;
    this.eviction = eviction;
  }

  Budget budget() {
    return budget;
  }

  /**
   * Takes bytes for a file, giving up others if need be. What is given up while it is being sent
   * frees nothing yet, so that may take several; but when much has been given up like this, more
   * would only empty the cache.
   *
   * @param length what the file has then; one that needs half of the budget is not worth the others
   * @throws NoRoomException if there is no room
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

  /** Gives up what is worth least. */
  @FunctionalInterface
  interface Eviction {
    /**
     * Gives up at least so many bytes, or all that there are.
     *
     * @return whether anything was given up
     */
    boolean giveUp(long bytes);
  }
}
