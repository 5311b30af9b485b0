package org.packhouse.app.engine.git.fetch;

import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.platform.throttle.RequestMemory;

/** Takes heap for a large fetch request while it is read, which is refused when none is left. */
final class FetchRequestMemory implements PktLineReader.Meter, AutoCloseable {

  private static final long SMALL = 256 * 1024;

  // Ids and the nodes of their sets, and the request as git reads it, per byte on the wire.
  private static final int HEAP_PER_BYTE = 3;

  private final RequestMemory.Share share;
  private long read;
  private long taken;

  FetchRequestMemory(RequestMemory memory) {
    this.share = memory.share();
  }

  @Override
  public void read(int bytes) throws WireException {
    read += bytes;
    if (read <= SMALL) {
      return;
    }
    long wanted = read * HEAP_PER_BYTE - taken;
    if (!share.take(wanted)) {
      throw new WireException(
          "The server has too many large requests to serve at the moment. Try again later.");
    }
    taken += wanted;
  }

  @Override
  public void close() {
    share.close();
  }
}
