package org.packhouse.cluster.standalone;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.LeasesContract;

class StandaloneLeasesTest extends LeasesContract {

  private final MovableClock clock = new MovableClock();
  private final StandaloneLeases leases = new StandaloneLeases(clock);

  @Override
  protected Leases leases() {
    return leases;
  }

  @Override
  protected void pass(Duration duration) {
    clock.now = clock.now.plus(duration);
  }

  private static final class MovableClock extends Clock {

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
