package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Meters of each bucket's tickets. */
final class TicketMeters {

  private static final String BUCKET = "bucket";

  private final Map<Bucket, Count> counts = new EnumMap<>(Bucket.class);

  TicketMeters(Iterable<LimitedBucket> buckets, MeterRegistry registry) {
    for (LimitedBucket bucket : buckets) {
      String name = bucket.plan().bucket().settingName();
      Count count =
          new Count(
              new LongAdder(),
              new LongAdder(),
              new LongAdder(),
              Timer.builder("tickets.wait")
                  .description("Wait for tickets that were granted")
                  .tag(BUCKET, name)
                  .register(registry));
      counts.put(bucket.plan().bucket(), count);
      registerStanding(bucket, name, registry);
      Gauge.builder("tickets.memory", count.memory, LongAdder::sum)
          .description("Memory that the work of granted tickets is expected to hold")
          .baseUnit("bytes")
          .tag(BUCKET, name)
          .register(registry);
      FunctionCounter.builder("tickets.granted", count.granted, LongAdder::sum)
          .description("Tickets that were granted since the start")
          .tag(BUCKET, name)
          .register(registry);
      FunctionCounter.builder("tickets.refused", count.refused, LongAdder::sum)
          .description("Requests that found no ticket in time")
          .tag(BUCKET, name)
          .register(registry);
    }
  }

  private static void registerStanding(LimitedBucket bucket, String name, MeterRegistry registry) {
    Gauge.builder("tickets.used", bucket, of -> of.standing().used())
        .description("Tickets that are held now")
        .tag(BUCKET, name)
        .register(registry);
    Gauge.builder("tickets.queued", bucket, of -> of.standing().queued())
        .description("Requests that wait for a ticket")
        .tag(BUCKET, name)
        .register(registry);
    if (!bucket.isUnlimited()) {
      Gauge.builder("tickets.limit", bucket, of -> of.standing().limit())
          .description("Tickets that may be held at once")
          .tag(BUCKET, name)
          .register(registry);
    }
  }

  private record Count(LongAdder memory, LongAdder granted, LongAdder refused, Timer waits) {}

  void granted(TicketRequest request, Duration waited) {
    Count count = count(request);
    count.granted.increment();
    count.waits.record(waited);
    count.memory.add(request.memory().toBytes());
  }

  void refused(TicketRequest request) {
    count(request).refused.increment();
  }

  void givenBack(TicketRequest request) {
    count(request).memory.add(-request.memory().toBytes());
  }

  private Count count(TicketRequest request) {
    return Objects.requireNonNull(counts.get(request.bucket()));
  }
}
