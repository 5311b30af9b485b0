package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Holds background work back on a busy machine to a tenth of the time, plus what it saved of that
 * before, so that rare work runs at once. For one thread.
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

  /** Saves at most {@code maxSaved} of its tenth; charges at most {@code maxCounted} at once. */
  public BackgroundPace(
      BooleanSupplier busy, LongSupplier nanos, Duration maxSaved, Duration maxCounted) {
    this.busy = busy;
    this.nanos = nanos;
    this.maxSaved = maxSaved.toNanos();
    this.maxCounted = maxCounted.toNanos();
    this.saved = this.maxSaved;
    this.last = nanos.getAsLong();
  }

  /** Charges the time that a piece of work took. */
  public void worked(Duration time) {
    saved -= Math.min(time.toNanos(), maxCounted);
  }

  /** Returns how long to rest before the next piece of work. */
  public Duration rest() {
    long now = nanos.getAsLong();
    saved = Math.min(maxSaved, saved + SHARE * (now - last));
    last = now;
    if (!busy.getAsBoolean()) {
      saved = Math.max(0, saved);
    }
    return saved >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-saved / SHARE));
  }

  /** Rests as long as the pace demands, and at most so long. */
  public void awaitTurn(Duration most) throws InterruptedException {
    long until = nanos.getAsLong() + most.toNanos();
    Duration rest = rest();
    while (rest.isPositive() && nanos.getAsLong() < until) {
      Thread.sleep(rest.compareTo(LOOK_AT_LOAD_EVERY) < 0 ? rest : LOOK_AT_LOAD_EVERY);
      rest = rest();
    }
  }
}
