package org.packhouse.app.engine.git.fetch;

import java.util.concurrent.atomic.AtomicLong;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.WireException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Bounds the heap that fetch requests occupy together. Small ones do not count; a large one takes
 * its share as it is read, and is refused when there is none left.
 */
@Component
class RequestMemory {

  private static final long SMALL = 256 * 1024;

  // Ids and the nodes of their sets, and the request as git reads it, per byte on the wire.
  private static final int HEAP_PER_BYTE = 3;

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  @Autowired
  RequestMemory() {
    this(Runtime.getRuntime().maxMemory() / 8 * 3);
  }

  RequestMemory(long limit) {
    this.limit = limit;
  }

  /** The share of a request; to be closed when the request is served. */
  Share share() {
    return new Share();
  }

  /** Bytes of heap that are taken now. */
  long used() {
    return used.get();
  }

  /** The memory that one request takes. */
  final class Share implements PktLineReader.Meter, AutoCloseable {

    private long read;
    private long taken;

    @Override
    public void read(int bytes) throws WireException {
      read += bytes;
      if (read <= SMALL) {
        return;
      }
      long wanted = read * HEAP_PER_BYTE - taken;
      taken += wanted;
      if (used.addAndGet(wanted) > limit) {
        throw new WireException(
            "The server has too many large requests to serve at the moment. Try again later.");
      }
    }

    @Override
    public void close() {
      used.addAndGet(-taken);
      taken = 0;
    }
  }
}
