package org.packhouse.scmcache.store;

import java.io.IOException;

/** The share of one file in the budget. */
final class Allotment {

  private static final long LEAST = 64 * 1024;
  private static final long MAX_COUNT = 1024 * 1024;

  private final Room room;
  private long taken;
  private long written;
  private boolean pending;

  private Allotment(Room room) {
    this.room = room;
  }

  /** Of a file that is yet to be written. */
  static Allotment none(Room room) {
    return new Allotment(room);
  }

  /** Of a file that is there, whether or not the budget has that much. */
  static Allotment existing(Room room, long length) {
    Allotment allotment = new Allotment(room);
    allotment.taken = Budget.inBlocks(length);
    allotment.written = allotment.taken;
    room.budget().count(allotment.taken);
    return allotment;
  }

  /**
   * Makes sure that a file of so many bytes fits, taking more in steps that grow with the file.
   *
   * @throws NoRoomException if there is no room for it
   */
  synchronized void cover(long length) throws IOException {
    if (length > taken) {
      long step = Math.clamp(taken, LEAST, MAX_COUNT);
      long more = Math.max(Budget.inBlocks(length) - taken, step);
      room.take(more, taken + more);
      taken += more;
    }
  }

  /** The file has so many bytes now. */
  synchronized void written(long length) {
    room.budget().written(length - written);
    written = length;
  }

  /** The file grows no more. */
  synchronized void trim() {
    long needed = Budget.inBlocks(written);
    room.budget().giveBack(taken - needed, taken - written);
    taken = needed;
    written = needed;
  }

  /** The file was given up, and somebody still uses it. */
  synchronized void pend() {
    if (!pending) {
      pending = true;
      room.budget().pend(taken);
    }
  }

  /** The file is gone. */
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
