package org.packhouse.app.engine.admission;

import java.time.Duration;

/**
 * The slowest pace at which a client may take a response: 1 KB/s, measured over minutes: a kernel
 * buffers megabytes and reports room only when a third of them is gone.
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

  /** Progress of one client; for one thread. */
  public static final class Measure {
    private long looked = System.nanoTime();
    private long stalledNanos;
    private long taken;

    /** Measures a response, several times within {@link #over}; {@code sent} counts all bytes. */
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
