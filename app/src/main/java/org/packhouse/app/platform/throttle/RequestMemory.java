package org.packhouse.app.platform.throttle;

import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Bounds the heap of what clients make large: lists of ids, JSON, changes of a whole tree. Each
 * request takes its share as it grows, and is refused when nothing is left.
 */
@Component
public class RequestMemory {

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /** Takes a quarter of the heap: an eighth is for connections, a third for waiting requests. */
  @Autowired
  public RequestMemory() {
    this(Runtime.getRuntime().maxMemory() / 4);
  }

  /** Bounds all shares together to so many bytes. */
  public RequestMemory(long limit) {
    this.limit = limit;
  }

  /** Returns a request's share, to be closed when the request is served. */
  public Share share() {
    return new Share();
  }

  public long used() {
    return used.get();
  }

  /** The share of one request; for one thread at a time. */
  public final class Share implements AutoCloseable {

    private long taken;

    private Share() {}

    /** Takes more bytes, or nothing (false) if they are lacking or exceed half of all. */
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
