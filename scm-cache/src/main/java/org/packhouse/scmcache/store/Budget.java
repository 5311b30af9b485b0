package org.packhouse.scmcache.store;

import java.io.IOException;

/**
 * Bounds the space of all cache files, by a maximum and by free disk space. Space is reserved
 * before writing, so concurrent writers cannot exceed the bounds. All figures except those written
 * are multiples of {@link #BLOCK}.
 */
final class Budget {

  /** The disk's allocation unit in bytes. */
  static final int BLOCK = 4096;

  private final long limit;
  private final long minimumFree;
  private final FreeSpace disk;
  private long used;
  private long unwritten;
  private long pending;

  Budget(long limit, long minimumFree, FreeSpace disk) {
    this.limit = limit / BLOCK * BLOCK;
    this.minimumFree = minimumFree;
    this.disk = disk;
  }

  /** Rounds up to whole blocks. */
  static long inBlocks(long bytes) {
    return (bytes + BLOCK - 1) / BLOCK * BLOCK;
  }

  long limit() {
    return limit;
  }

  /** Reserves bytes, all or none; returns what is lacking. */
  synchronized Shortage take(long bytes) throws IOException {
    long ofBudget = Math.max(0, used + bytes - limit);
    long ofDisk = Math.max(0, minimumFree + unwritten + bytes - disk.usable());
    Shortage shortage = new Shortage(ofBudget, ofDisk);
    if (shortage.isNone()) {
      used += bytes;
      unwritten += bytes;
    }
    return shortage;
  }

  /** Counts existing files. */
  synchronized void count(long bytes) {
    used += bytes;
  }

  /** Reports reserved bytes as written. */
  synchronized void written(long bytes) {
    unwritten -= bytes;
  }

  /** Releases bytes, of which some were never written. */
  synchronized void giveBack(long bytes, long neverWritten) {
    used -= bytes;
    unwritten -= neverWritten;
  }

  /** Counts bytes that are freed once clients have received them. */
  synchronized void pend(long bytes) {
    pending += bytes;
  }

  /** Returns the bytes of dropped files still being sent. */
  synchronized long pending() {
    return pending;
  }

  synchronized long used() {
    return used;
  }

  synchronized long unwritten() {
    return unwritten;
  }

  /** Returns how far free disk space is below its minimum. */
  synchronized long missingOnDisk() throws IOException {
    return Math.max(0, minimumFree + unwritten - disk.usable());
  }

  @FunctionalInterface
  interface FreeSpace {
    long usable() throws IOException;
  }

  /** The bytes lacking, within the maximum and on the disk. */
  record Shortage(long ofBudget, long ofDisk) {

    boolean isNone() {
      return ofBudget == 0 && ofDisk == 0;
    }

    long bytes() {
      return Math.max(ofBudget, ofDisk);
    }
  }
}
