package org.packhouse.scmcache.stream;

/**
 * A ring in memory with the last bytes of a response whose spool refuses more. Guarded by its
 * {@link Production}.
 */
final class Tail {

  static final int CAPACITY = 1024 * 1024;

  private final byte[] ring = new byte[CAPACITY];
  private final long start;

  Tail(long start) {
    this.start = start;
  }

  long start() {
    return start;
  }

  /** Returns the bytes that may be put without overtaking the slowest follower. */
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
