package org.packhouse.lab.wire;

/** Counts the bytes of one operation. Used by one thread at a time. */
public final class Traffic {

  private long read;
  private long written;

  void addRead(long bytes) {
    read += bytes;
  }

  void addWritten(long bytes) {
    written += bytes;
  }

  /** Bytes read. */
  public long read() {
    return read;
  }

  /** Bytes written. */
  public long written() {
    return written;
  }
}
