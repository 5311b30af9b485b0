package org.packhouse.app.engine.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.packhouse.app.engine.connector.BodyRefusedException;

/** A stream that fails beyond a length. */
final class BoundedInput extends FilterInputStream {

  private final long limit;
  private long left;

  BoundedInput(InputStream in, long limit) {
    super(in);
    this.limit = limit;
    this.left = limit;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      count(1);
    }
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int got = super.read(bytes, offset, length);
    if (got > 0) {
      count(got);
    }
    return got;
  }

  @Override
  public long skip(long wanted) throws IOException {
    long skipped = super.skip(wanted);
    count(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(long bytes) throws IOException {
    left -= bytes;
    if (left < 0) {
      throw new BodyRefusedException(
          HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
          "The request inflates to more than " + limit + " bytes.");
    }
  }
}
