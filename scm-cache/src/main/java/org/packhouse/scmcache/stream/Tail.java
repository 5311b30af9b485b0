package org.packhouse.scmcache.stream;

/**
 * The last bytes of a response whose spool takes no more: a ring in memory. Guarded by its {@link
 * Production}, which overwrites nothing that a follower has not read.
 */
final class Tail {

  static final int CAPACITY = 1024 * 1024;

  private final byte[] ring = new byte[CAPACITY];
  private final long start;

  /**
   * @param start where in the response it begins
   */
  Tail(long start) {
    this.start = start;
  }

  long start() {
    return start;
  }

  /** How many bytes may be put when so much was made and the slowest follower is there. */
  long room(long made, long slowest) {
    return CAPACITY - (made - Math.max(start, slowest));
  }

  void put(long position, byte[] source, int offset, int length) {
    int at = at(position);
    int first = Math.min(length, CAPACITY - at);
    System.arraycopy(source, offset, ring, at, first);
    System.arraycopy(source, offset + first, ring, 0, length - first);
  }

  void get(long position, byte[] target, int length) {
    int at = at(position);
    int first = Math.min(length, CAPACITY - at);
    System.arraycopy(ring, at, target, 0, first);
    System.arraycopy(ring, 0, target, first, length - first);
  }

  private int at(long position) {
    return (int) ((position - start) % CAPACITY);
  }
}
