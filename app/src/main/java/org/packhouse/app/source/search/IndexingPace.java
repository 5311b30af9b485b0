package org.packhouse.app.source.search;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Holds indexing back on a busy machine. There it may take a tenth of the time, and what was not
 * used of that lately, up to five seconds, so that a repository that is pushed to now and then is
 * found at once also there. On a machine that is not busy it takes what it needs.
 *
 * <p>The trigrams of a file of 16 KB take PostgreSQL 10 to 60 ms, several times what a push takes:
 * forty repositories that were pushed to without end had half of a machine of two cores for
 * themselves.
 */
final class IndexingPace {

  /** The part of the processors above which hosting gets fewer tickets, too. */
  private static final double BUSY = 0.75;

  private static final double SHARE = 0.1;
  private static final double MAX_SAVED = Duration.ofSeconds(5).toNanos();

  private final DoubleSupplier load;
  private final LongSupplier nanos;
  private final long maxCounted;
  private double saved = MAX_SAVED;
  private long last;

  /**
   * Begins with all that can be saved.
   *
   * @param load the part of the processors that was busy lately, 0 to 1
   * @param nanos the time, from any origin
   * @param maxCounted what takes longer counts as this, so that others need not wait for it
   */
  IndexingPace(DoubleSupplier load, LongSupplier nanos, Duration maxCounted) {
    this.load = load;
    this.nanos = nanos;
    this.maxCounted = maxCounted.toNanos();
    this.last = nanos.getAsLong();
  }

  /** Notes how long something took. */
  void worked(Duration time) {
    saved -= Math.min(time.toNanos(), maxCounted);
  }

  /** For how long to rest before the next thing, as things are now; zero: go on. */
  Duration rest() {
    long now = nanos.getAsLong();
    saved = Math.min(MAX_SAVED, saved + SHARE * (now - last));
    last = now;
    if (load.getAsDouble() < BUSY) {
      saved = Math.max(0, saved);
    }
    return saved >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-saved / SHARE));
  }
}
