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
  private final Map<ResponseSource, LongAdder> requests = new EnumMap<>(ResponseSource.class);
  private final Map<ResponseSource, Timer> firstByte = new EnumMap<>(ResponseSource.class);
  private final LongAdder served = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final Timer ageAtEviction;

  CacheMeters(MeterRegistry registry) {
    this.registry = registry;
    for (ResponseSource source : ResponseSource.values()) {
      LongAdder count = new LongAdder();
      requests.put(source, count);
      String outcome = source.outcome().name().toLowerCase(Locale.ROOT);
      add(
          FunctionCounter.builder("scm.cache.requests", count, LongAdder::sum)
              .description("Fetch responses, by where they came from")
              .tags("outcome", outcome, "reason", source.reason())
              .register(registry));
      firstByte.put(
          source,
          add(
              Timer.builder("scm.cache.first.byte")
                  .description("Time to first byte")
                  .tags("outcome", outcome, "reason", source.reason())
                  .register(registry)));
    }
    add(
        FunctionCounter.builder("scm.cache.served", served, LongAdder::sum)
            .description("Bytes sent to clients")
            .baseUnit("bytes")
            .register(registry));
    add(
        FunctionCounter.builder("scm.cache.evictions", evictions, LongAdder::sum)
            .description("Evicted responses")
            .register(registry));
    ageAtEviction =
        add(
            Timer.builder("scm.cache.eviction.age")
                .description("Age of responses when evicted")
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

  void asked(ResponseSource source) {
    count(source).increment();
  }

  /** Records the time to first byte. */
  void firstByteSent(ResponseSource source, long nanos) {
    Timer timer = firstByte.get(source);
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
        .hits(count(ResponseSource.HIT).sum())
        .joined(count(ResponseSource.JOINED).sum())
        .misses(count(ResponseSource.MISS).sum())
        .bypassed(bypassed())
        .entries(store.count())
        .bytes(store.bytes())
        .evictions(evictions.sum())
        .steppedAside(store.isRefusing())
        .build();
  }

  private long bypassed() {
    long sum = 0;
    for (Map.Entry<ResponseSource, LongAdder> count : requests.entrySet()) {
      sum += count.getKey().outcome() == Outcome.BYPASSED ? count.getValue().sum() : 0;
    }
    return sum;
  }

  private LongAdder count(ResponseSource source) {
    LongAdder count = requests.get(source);
    if (count == null) {
      throw new IllegalStateException("No count of " + source);
    }
    return count;
  }

  @Override
  public void close() {
    meters.forEach(registry::remove);
  }
}
