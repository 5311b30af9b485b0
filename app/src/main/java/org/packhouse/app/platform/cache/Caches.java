package org.packhouse.app.platform.cache;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.stats.CacheStats;
import com.github.benmanes.caffeine.cache.stats.ConcurrentStatsCounter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Makes the caches of this node under names by which metrics, REST and the console list them. A
 * name is made of words joined by hyphens; what a cache holds is said in a noun phrase for
 * administrators.
 */
@Component
public class Caches {

  private final MeterRegistry meters;
  private final SortedMap<String, Listed> listed = new ConcurrentSkipListMap<>();

  public Caches(MeterRegistry meters) {
    this.meters = meters;
  }

  private record Listed(String holds, Cache<?, ?> cache, ConcurrentStatsCounter counter) {}

  /**
   * A cache with its fill and its hit rate.
   *
   * @param used entries, or their weight in a cache that is bounded by weight
   * @param maximum the bound of {@code used}; null: bounded by what its keys belong to
   * @param hitRate the part of the look-ups that found a value; null before the first
   */
  public record State(
      String name,
      String holds,
      long entries,
      long used,
      @Nullable Long maximum,
      @Nullable Double hitRate) {}

  /** Reads a value that is not cached. */
  @FunctionalInterface
  public interface Loader<V, E extends Exception> {
    V load() throws E;
  }

  /** Builds a cache of at most so many entries. */
  public <K, V extends @Nullable Object> Cache<K, V> build(
      String name, String holds, long maxEntries) {
    return build(name, holds, Caffeine.newBuilder().maximumSize(maxEntries));
  }

  public <K, V extends @Nullable Object> Cache<K, V> build(
      String name, String holds, Caffeine<? super K, ? super V> builder) {
    ConcurrentStatsCounter counter = new ConcurrentStatsCounter();
    Cache<K, V> cache = builder.recordStats(() -> counter).build();
    list(name, new Listed(holds, cache, counter));
    return cache;
  }

  /** Builds a cache whose values may be pending. */
  public <K, V> AsyncCache<K, V> buildAsync(
      String name, String holds, Caffeine<? super K, ? super V> builder) {
    ConcurrentStatsCounter counter = new ConcurrentStatsCounter();
    AsyncCache<K, V> cache = builder.recordStats(() -> counter).buildAsync();
    list(name, new Listed(holds, cache.synchronous(), counter));
    return cache;
  }

  /** Builds a cache of at most so many entries. */
  public <K, V> StampedCache<K, V> buildStamped(String name, String holds, long maxEntries) {
    return buildStamped(name, holds, Caffeine.newBuilder().maximumSize(maxEntries));
  }

  public <K, V> StampedCache<K, V> buildStamped(
      String name, String holds, Caffeine<Object, Object> builder) {
    StampedCache<K, V> cache = new StampedCache<>(builder);
    list(name, new Listed(holds, cache.values(), cache.counter()));
    return cache;
  }

  private void list(String name, Listed cache) {
    if (listed.putIfAbsent(name, cache) != null) {
      throw new IllegalStateException("Two caches are called " + name);
    }
    Gauge.builder("memory.cache.entries", cache.cache(), Cache::estimatedSize)
        .tag("cache", name)
        .description("Entries of caches in memory")
        .register(meters);
    FunctionCounter.builder("memory.cache.gets", cache.counter(), it -> it.snapshot().hitCount())
        .tags("cache", name, "outcome", "hit")
        .description("Values that were found in caches in memory")
        .register(meters);
    FunctionCounter.builder("memory.cache.gets", cache.counter(), it -> it.snapshot().missCount())
        .tags("cache", name, "outcome", "miss")
        .description("Values that were not found in caches in memory")
        .register(meters);
  }

  /** Returns a cached value, or loads it: concurrent callers may each load it. */
  public static <K, V, E extends Exception> V get(Cache<K, V> cache, K key, Loader<V, E> loader)
      throws E {
    V known = cache.getIfPresent(key);
    if (known == null) {
      known = loader.load();
      cache.put(key, known);
    }
    return known;
  }

  /** Returns the states of all caches by name. */
  public List<State> states() {
    return listed.entrySet().stream().map(it -> state(it.getKey(), it.getValue())).toList();
  }

  private static State state(String name, Listed listed) {
    CacheStats stats = listed.counter().snapshot();
    long entries = listed.cache().estimatedSize();
    Policy.Eviction<?, ?> bound = listed.cache().policy().eviction().orElse(null);
    return new State(
        name,
        listed.holds(),
        entries,
        bound == null ? entries : bound.weightedSize().orElse(entries),
        bound == null ? null : bound.getMaximum(),
        stats.requestCount() == 0 ? null : stats.hitRate());
  }
}
