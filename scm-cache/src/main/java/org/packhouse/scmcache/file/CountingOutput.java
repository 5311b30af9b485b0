package org.packhouse.scmcache.file;

import java.io.IOException;
import java.io.OutputStream;

/** Counts bytes sent to a client. */
final class CountingOutput extends OutputStream {

  private final OutputStream out;
  private final ResponseSource source;
  private final CacheMeters meters;
  private final long requested;
  private boolean begun;

  /** Takes the time of the request by {@link System#nanoTime}. */
  CountingOutput(OutputStream out, ResponseSource source, CacheMeters meters, long requested) {
    this.out = out;
    this.source = source;
    this.meters = meters;
    this.requested = requested;
  }

  @Override
  public void write(int one) throws IOException {
    out.write(one);
    count(1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    count(length);
  }

  private void count(int length) {
    if (!begun) {
      begun = true;
      meters.firstByteSent(source, System.nanoTime() - requested);
    }
    meters.served(length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
