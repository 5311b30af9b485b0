package org.packhouse.scmcache.stream;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Passes on the bytes of a part once, though they may have to be read again from the first. */
final class Heard extends FilterOutputStream {

  private long passed;
  private long at;

  Heard(OutputStream out) {
    super(out);
  }

  /** What comes now begins with the first byte again. */
  void again() {
    at = 0;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int known = Math.clamp(passed - at, 0, length);
    if (known < length) {
      out.write(bytes, offset + known, length - known);
    }
    at += length;
    passed = Math.max(passed, at);
  }
}
