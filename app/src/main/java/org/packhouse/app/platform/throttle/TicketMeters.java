package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the tickets of each bucket: those that are out, and all that were granted. */
final class TicketMeters {

  private static final String BUCKET = "bucket";

  private final Map<Bucket, Count> counts = new EnumMap<>(Bucket.class);

  TicketMeters(MeterRegistry registry) {
    for (Bucket bucket : Bucket.values()) {
      Count count = new Count(new LongAdder(), new LongAdder(), new LongAdder());
      counts.put(bucket, count);
      Gauge.builder("tickets.used", count.used, LongAdder::sum)
          .description("Tickets that are out now")
          .tag(BUCKET, bucket.settingName())
          .register(registry);
      Gauge.builder("tickets.memory", count.memory, LongAdder::sum)
          .description("Memory that the work of these tickets is expected to hold")
          .baseUnit("bytes")
          .tag(BUCKET, bucket.settingName())
          .register(registry);
      FunctionCounter.builder("tickets.granted", count.granted, LongAdder::sum)
          .description("Tickets that were granted since the start")
          .tag(BUCKET, bucket.settingName())
          .register(registry);
    }
  }

  private record Count(LongAdder used, LongAdder memory, LongAdder granted) {}

  void granted(TicketRequest request) {
    Count count = count(request);
    count.granted.increment();
    count.used.increment();
    count.memory.add(request.memory().toBytes());
  }

  void givenBack(TicketRequest request) {
    Count count = count(request);
    count.used.decrement();
    count.memory.add(-request.memory().toBytes());
  }

  private Count count(TicketRequest request) {
    Count count = counts.get(request.bucket());
    if (count == null) {
      throw new IllegalStateException("No meter counts " + request.bucket());
    }
    return count;
  }
}
