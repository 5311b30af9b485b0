package org.packhouse.app.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. */
public final class SetClock extends Clock {

  private final AtomicReference<Instant> now;

  /** Begins at that time. */
  public SetClock(Instant now) {
    this.now = new AtomicReference<>(now);
  }

  /** Lets time pass. */
  public void pass(Duration time) {
    now.updateAndGet(it -> it.plus(time));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("Always UTC");
  }
}
