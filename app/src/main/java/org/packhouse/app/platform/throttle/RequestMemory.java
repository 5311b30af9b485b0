package org.packhouse.app.platform.throttle;

import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Bounds the heap that requests occupy together with what clients made large: lists of ids, JSON,
 * changes of a whole tree. Each takes its share while it grows, and is refused when there is none
 * left.
 */
@Component
public class RequestMemory {

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /**
   * A quarter of the heap: an eighth is for connections, a third for requests that are held, and
   * what is left for the server itself. All of it at once is what an attack makes of it.
   */
  @Autowired
  public RequestMemory() {
    this(Runtime.getRuntime().maxMemory() / 4);
  }

  /**
   * Makes one.
   *
   * @param limit bytes that all shares may hold together
   */
  public RequestMemory(long limit) {
    this.limit = limit;
  }

  /** The share of a request; to be closed when the request is served. */
  public Share share() {
    return new Share();
  }

  /** Bytes of heap that are taken now. */
  public long used() {
    return used.get();
  }

  /** The share of one request; not for more than one thread at a time. */
  public final class Share implements AutoCloseable {

    private long taken;

    private Share() {}

    /**
     * Takes so many more bytes.
     *
     * @return false if there are not so many left, or this share would hold more than half of all:
     *     nothing is taken then
     */
    public boolean take(long bytes) {
      if (taken + bytes > limit / 2) {
        return false;
      }
      if (used.addAndGet(bytes) > limit) {
        used.addAndGet(-bytes);
        return false;
      }
      taken += bytes;
      return true;
    }

    @Override
    public void close() {
      used.addAndGet(-taken);
      taken = 0;
    }
  }
}
