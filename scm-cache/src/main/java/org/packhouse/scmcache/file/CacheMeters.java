package org.packhouse.scmcache.file;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.packhouse.scmcache.CacheStatistics;
import org.packhouse.scmcache.CacheStatisticsBuilder;
import org.packhouse.scmcache.ScmCache.Outcome;
import org.packhouse.scmcache.store.ResponseStore;

/** Meters of the cache. */
final class CacheMeters implements AutoCloseable {

  private final MeterRegistry registry;
  private final List<Meter> meters = new ArrayList<>();
  private final Map<Way, LongAdder> requests = new EnumMap<>(Way.class);
  private final Map<Way, Timer> firstByte = new EnumMap<>(Way.class);
  private final LongAdder served = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final Timer ageAtEviction;

  CacheMeters(MeterRegistry registry) {
    this.registry = registry;
    for (Way way : Way.values()) {
      LongAdder count = new LongAdder();
      requests.put(way, count);
      String outcome = way.outcome().name().toLowerCase(Locale.ROOT);
      add(
          FunctionCounter.builder("scm.cache.requests", count, LongAdder::sum)
              .description("Fetch responses, by where they came from")
              .tags("outcome", outcome, "reason", way.reason())
              .register(registry));
      firstByte.put(
          way,
          add(
              Timer.builder("scm.cache.first.byte")
                  .description("Until the client was sent the first byte")
                  .tags("outcome", outcome, "reason", way.reason())
                  .register(registry)));
    }
    add(
        FunctionCounter.builder("scm.cache.served", served, LongAdder::sum)
            .description("What was sent to clients")
            .baseUnit("bytes")
            .register(registry));
    add(
        FunctionCounter.builder("scm.cache.evictions", evictions, LongAdder::sum)
            .description("Responses given up for room")
            .register(registry));
    ageAtEviction =
        add(
            Timer.builder("scm.cache.eviction.age")
                .description("How old a response was when it was given up for room")
                .register(registry));
  }

  void watch(ResponseStore store) {
    gauge("scm.cache.entries", "Stored responses", "responses", store, ResponseStore::count);
    gauge("scm.cache.stored", "Length of stored responses", "bytes", store, ResponseStore::bytes);
    gauge(
        "scm.cache.used",
        "What all files take: those being written and those still being sent included",
        "bytes",
        store,
        ResponseStore::usedBytes);
    gauge(
        "scm.cache.stepped.aside",
        "1 while the disk refuses what is to be stored",
        "",
        store,
        observed -> observed.isRefusing() ? 1 : 0);
  }

  private void gauge(
      String name,
      String description,
      String unit,
      ResponseStore store,
      ToDoubleFunction<ResponseStore> value) {
    add(
        Gauge.builder(name, store, value)
            .description(description)
            .baseUnit(unit.isEmpty() ? null : unit)
            .register(registry));
  }

  private <T extends Meter> T add(T meter) {
    meters.add(meter);
    return meter;
  }

  void asked(Way way) {
    count(way).increment();
  }

  /** Records the time to first byte. */
  void begun(Way way, long nanos) {
    Timer timer = firstByte.get(way);
    if (timer != null) {
      timer.record(Duration.ofNanos(nanos));
    }
  }

  void served(long bytes) {
    served.add(bytes);
  }

  void evicted(Duration age) {
    evictions.increment();
    ageAtEviction.record(age);
  }

  CacheStatistics statistics(ResponseStore store) {
    return new CacheStatisticsBuilder()
        .hits(count(Way.HIT).sum())
        .joined(count(Way.JOINED).sum())
        .misses(count(Way.MISS).sum())
        .bypassed(bypassed())
        .entries(store.count())
        .bytes(store.bytes())
        .evictions(evictions.sum())
        .steppedAside(store.isRefusing())
        .build();
  }

  private long bypassed() {
    long sum = 0;
    for (Map.Entry<Way, LongAdder> count : requests.entrySet()) {
      sum += count.getKey().outcome() == Outcome.BYPASSED ? count.getValue().sum() : 0;
    }
    return sum;
  }

  private LongAdder count(Way way) {
    LongAdder count = requests.get(way);
    if (count == null) {
      throw new IllegalStateException("No count of " + way);
    }
    return count;
  }

  @Override
  public void close() {
    meters.forEach(registry::remove);
  }
}
