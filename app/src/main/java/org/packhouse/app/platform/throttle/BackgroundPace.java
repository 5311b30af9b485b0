package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Holds work that nobody waits for back on a busy machine. There it may take a tenth of the time,
 * and what was not used of that lately, so that what comes now and then is done at once also there.
 * On a machine that is not busy it takes what it needs. Not for more than one thread.
 */
public final class BackgroundPace {

  private static final double SHARE = 0.1;
  private static final Duration LOOK_AT_LOAD_EVERY = Duration.ofSeconds(1);

  private final BooleanSupplier busy;
  private final LongSupplier nanos;
  private final double maxSaved;
  private final long maxCounted;
  private double saved;
  private long last;

  /**
   * Begins with all that can be saved.
   *
   * @param busy whether the machine is ({@link LoadWatch#isBusy})
   * @param nanos the time, from any origin
   * @param maxSaved how much of its tenth may be used later
   * @param maxCounted what takes longer counts as this, so that others need not wait for it
   */
  public BackgroundPace(
      BooleanSupplier busy, LongSupplier nanos, Duration maxSaved, Duration maxCounted) {
    this.busy = busy;
    this.nanos = nanos;
    this.maxSaved = maxSaved.toNanos();
    this.maxCounted = maxCounted.toNanos();
    this.saved = this.maxSaved;
    this.last = nanos.getAsLong();
  }

  /** Notes how long something took. */
  public void worked(Duration time) {
    saved -= Math.min(time.toNanos(), maxCounted);
  }

  /** For how long to rest before the next thing, as things are now; zero: go on. */
  public Duration rest() {
    long now = nanos.getAsLong();
    saved = Math.min(maxSaved, saved + SHARE * (now - last));
    last = now;
    if (!busy.getAsBoolean()) {
      saved = Math.max(0, saved);
    }
    return saved >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-saved / SHARE));
  }

  /**
   * Rests until it may go on, or for so long; a rest ends when the machine is no longer busy.
   *
   * @throws InterruptedException if the thread is to end
   */
  public void awaitTurn(Duration most) throws InterruptedException {
    long until = nanos.getAsLong() + most.toNanos();
    Duration rest = rest();
    while (rest.isPositive() && nanos.getAsLong() < until) {
      Thread.sleep(rest.compareTo(LOOK_AT_LOAD_EVERY) < 0 ? rest : LOOK_AT_LOAD_EVERY);
      rest = rest();
    }
  }
}
