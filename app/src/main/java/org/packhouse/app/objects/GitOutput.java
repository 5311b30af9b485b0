package org.packhouse.app.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** What a native git command writes. For one reading thread. */
public final class GitOutput extends InputStream {

  // A client that waits for an answer must get it; one that is sent a pack must not cause a system
  // call for every few kilobytes.
  private static final long LULL_MILLISECONDS = 5;

  private final BoundedPipe pipe;

  GitOutput(BoundedPipe pipe) {
    this.pipe = pipe;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return length == 0 ? 0 : pipe.read(target, offset, length);
  }

  /** Writes all that comes to the target, without an intermediate copy. */
  @Override
  public long transferTo(OutputStream target) throws IOException {
    long total = 0;
    int count = pipe.drainTo(target);
    while (count >= 0) {
      total += count;
      count = pipe.drainTo(target);
    }
    return total;
  }

  /** Like {@link #transferTo}, flushing the target whenever git pauses, and at the end. */
  public long relayTo(OutputStream target) throws IOException {
    long total = 0;
    int count = pipe.drainTo(target);
    while (count >= 0) {
      total += count;
      if (!pipe.awaitBytes(LULL_MILLISECONDS)) {
        target.flush();
      }
      count = pipe.drainTo(target);
    }
    target.flush();
    return total;
  }
}
