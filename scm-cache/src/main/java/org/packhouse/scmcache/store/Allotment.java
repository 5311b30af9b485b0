package org.packhouse.scmcache.store;

import java.io.IOException;

/** A file's share of the budget. */
final class Allotment {

  private static final long LEAST = 64 * 1024;
  private static final long MAX_COUNT = 1024 * 1024;

  private final EvictingBudget room;
  private long taken;
  private long written;
  private boolean pending;

  private Allotment(EvictingBudget room) {
    this.room = room;
  }

  /** Returns the share of a file not yet written. */
  static Allotment none(EvictingBudget room) {
    return new Allotment(room);
  }

  /** Counts an existing file, even beyond the budget. */
  static Allotment existing(EvictingBudget room, long length) {
    Allotment allotment = new Allotment(room);
    allotment.taken = Budget.inBlocks(length);
    allotment.written = allotment.taken;
    room.budget().count(allotment.taken);
    return allotment;
  }

  /** Reserves space for a length, in steps that grow with the file. */
  synchronized void cover(long length) throws IOException {
    if (length > taken) {
      long step = Math.clamp(taken, LEAST, MAX_COUNT);
      long more = Math.max(Budget.inBlocks(length) - taken, step);
      room.take(more, taken + more);
      taken += more;
    }
  }

  synchronized void written(long length) {
    room.budget().written(length - written);
    written = length;
  }

  /** Releases the excess reservation of a finished file. */
  synchronized void trim() {
    long needed = Budget.inBlocks(written);
    room.budget().giveBack(taken - needed, taken - written);
    taken = needed;
    written = needed;
  }

  /** Marks a dropped file that is still in use. */
  synchronized void pend() {
    if (!pending) {
      pending = true;
      room.budget().pend(taken);
    }
  }

  synchronized void giveBack() {
    if (pending) {
      pending = false;
      room.budget().pend(-taken);
    }
    room.budget().giveBack(taken, taken - written);
    taken = 0;
    written = 0;
  }

  synchronized long taken() {
    return taken;
  }
}
