package org.packhouse.lab.wire;

/** Counts the bytes of one operation. Used by one thread at a time. */
public final class Traffic {

  private long read;
  private long written;

  /** Counts what was read, in bytes. */
  public void addRead(long bytes) {
    read += bytes;
  }

  /** Counts what was written, in bytes. */
  public void addWritten(long bytes) {
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
