package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Tickets for tests that stand in no server. */
public final class TestingTickets {

  private TestingTickets() {}

  /** Grants all that is asked of it. */
  public static Tickets unlimited() {
    return within(List.of(), new SimpleMeterRegistry());
  }

  /** Grants so many of one bucket at once; nobody waits for more. */
  public static Tickets limited(Bucket bucket, int tickets) {
    return within(
        List.of(new BucketLimit(bucket, tickets, Duration.ZERO)), new SimpleMeterRegistry());
  }

  /**
   * A ticket that nobody waited for.
   *
   * @param underLoad whether others work as well
   * @param held told how much memory its work holds
   */
  public static Ticket ticket(boolean underLoad, LongConsumer held) {
    Ticket.Owner owner =
        new Ticket.Owner() {
          @Override
          public void holds(long bytes) {
            held.accept(bytes);
          }

          @Override
          public void ended() {
            // Nobody waits for it.
          }
        };
    TicketRequest request = TicketRequest.of(Work.FETCH, TicketRequest.Target.repository(1), "ada");
    return new Ticket(request, underLoad, owner);
  }

  /** Grants what these limits allow, and all that is asked of other buckets. */
  static Tickets within(List<BucketLimit> limits, MeterRegistry registry) {
    return within(limits, registry, new MemoryLedger(0, OptionalLong::empty, System::nanoTime));
  }

  /** The same on a machine with that memory. */
  static Tickets within(List<BucketLimit> limits, MeterRegistry registry, MemoryLedger memory) {
    List<BucketPlan> plans = new ArrayList<>();
    for (Bucket bucket : Bucket.values()) {
      plans.add(
          limits.stream()
              .filter(limit -> limit.bucket() == bucket)
              .findFirst()
              .map(BucketPlan::of)
              .orElseGet(() -> BucketPlan.unlimited(bucket)));
    }
    return new Tickets(plans, memory, registry, Clock.systemUTC());
  }
}
