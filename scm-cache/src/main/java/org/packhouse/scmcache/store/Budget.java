package org.packhouse.scmcache.store;

import java.io.IOException;

/**
 * The room that the files of the cache may take together: so many bytes, and no more than leaves so
 * many free on the disk. Everything is taken before it is written, so writers that write at once
 * exceed neither bound together. All figures are multiples of {@link #BLOCK}, but for what was
 * written.
 */
final class Budget {

  /** What a disk gives out at a time, in bytes. */
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

  /** So many bytes in whole blocks. */
  static long inBlocks(long bytes) {
    return (bytes + BLOCK - 1) / BLOCK * BLOCK;
  }

  long limit() {
    return limit;
  }

  /**
   * Takes bytes that will be written, all or none.
   *
   * @return what was lacking; nothing was taken if anything was
   * @throws IOException if the disk does not say what is free
   */
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

  /** Counts what is on the disk already. */
  synchronized void count(long bytes) {
    used += bytes;
  }

  /** So many of the bytes that were taken are on the disk now. */
  synchronized void written(long bytes) {
    unwritten -= bytes;
  }

  /**
   * Gives back.
   *
   * @param bytes how many are free again
   * @param neverWritten how many that were taken were not written and will not be
   */
  synchronized void giveBack(long bytes, long neverWritten) {
    used -= bytes;
    unwritten -= neverWritten;
  }

  /** So many of the bytes in use will be free once clients have what they are being sent. */
  synchronized void pend(long bytes) {
    pending += bytes;
  }

  /** What was given up and is still being sent. */
  synchronized long pending() {
    return pending;
  }

  synchronized long used() {
    return used;
  }

  synchronized long unwritten() {
    return unwritten;
  }

  /** How much of the disk's free space is missing. */
  synchronized long missingOnDisk() throws IOException {
    return Math.max(0, minimumFree + unwritten - disk.usable());
  }

  /** The disk. */
  @FunctionalInterface
  interface FreeSpace {
    /** How many bytes may still be written to it. */
    long usable() throws IOException;
  }

  /**
   * The room that was lacking, in bytes.
   *
   * @param ofBudget below what the cache may take
   * @param ofDisk below what must stay free
   */
  record Shortage(long ofBudget, long ofDisk) {

    boolean isNone() {
      return ofBudget == 0 && ofDisk == 0;
    }

    long bytes() {
      return Math.max(ofBudget, ofDisk);
    }
  }
}
