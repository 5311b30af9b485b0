package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;

/** Tickets for tests that stand in no server. */
public final class TestingTickets {

  private TestingTickets() {}

  /** Grants all that is asked of it. */
  public static Tickets unlimited() {
    return within(List.of());
  }

  /** Grants so many of one bucket at once; nobody waits for more. */
  public static Tickets limited(Bucket bucket, int tickets) {
    return within(List.of(new BucketLimit(bucket, tickets, Duration.ZERO)));
  }

  private static Tickets within(List<BucketLimit> limits) {
    return new Tickets(limits, new SimpleMeterRegistry());
  }
}
