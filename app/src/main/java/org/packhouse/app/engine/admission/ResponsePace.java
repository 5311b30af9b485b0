package org.packhouse.app.engine.admission;

import java.time.Duration;

/**
 * The slowest that a client may take a response: 1 KB/s, measured over some minutes in which the
 * answer waits for nobody but the client. A kernel keeps megabytes on their way and says only when
 * a third of them is gone that there is room, so nothing can be said sooner of a slow line.
 *
 * @param over the time that is measured over
 */
public record ResponsePace(Duration over) {

  private static final long BYTES_PER_SECOND = 1024;

  private long leastBytes() {
    return over.toMillis() * BYTES_PER_SECOND / 1000;
  }

  @Override
  public String toString() {
    return BYTES_PER_SECOND + " bytes in a second of it, for " + over;
  }

  /** Measure of what one client has taken; looked at by one thread. */
  public static final class Measure {
    private long looked = System.nanoTime();
    private long stalledNanos;
    private long taken;

    /**
     * Looks at a response, to be done several times within the time that is measured over.
     *
     * @param stalled whether the response waits for the client
     * @param sent all bytes that were sent until now
     */
    public boolean isTooSlow(ResponsePace slowest, boolean stalled, long sent, long now) {
      if (stalled) {
        stalledNanos += now - looked;
      }
      looked = now;
      if (stalledNanos < slowest.over().toNanos()) {
        return false;
      }
      boolean tooSlow = sent - taken < slowest.leastBytes();
      stalledNanos = 0;
      taken = sent;
      return tooSlow;
    }
  }
}
