package org.packhouse.app.platform.rest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that counts each byte that is read or skipped, and does not support reset. */
public abstract class CountedInput extends FilterInputStream {

  protected CountedInput(InputStream in) {
    super(in);
  }

  /** Called for bytes that were just read; throws if they are too many. */
  protected abstract void count(long bytes) throws IOException;

  @Override
  public final int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      count(1);
    }
    return next;
  }

  @Override
  public final int read(byte[] bytes, int offset, int length) throws IOException {
    int got = super.read(bytes, offset, length);
    if (got > 0) {
      count(got);
    }
    return got;
  }

  @Override
  public final long skip(long wanted) throws IOException {
    long skipped = super.skip(wanted);
    count(skipped);
    return skipped;
  }

  @Override
  public final boolean markSupported() {
    return false;
  }
}
