package org.packhouse.app.platform.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.stats.ConcurrentStatsCounter;
import org.jspecify.annotations.Nullable;

/**
 * Values with the stamp under which they were read, such as the permission stamp or a row's
 * version. A value is found under its own stamp only, so that no change must be announced to other
 * nodes: each request reads the present stamp.
 */
public final class StampedCache<K, V> {

  private final ConcurrentStatsCounter counter = new ConcurrentStatsCounter();
  private final Cache<K, Stamped<V>> values;

  StampedCache(Caffeine<Object, Object> builder) {
    values = builder.build();
  }

  private record Stamped<V>(long stamp, V value) {}

  Cache<?, ?> values() {
    return values;
  }

  /** Counts a value of another stamp as a miss, unlike the cache below. */
  ConcurrentStatsCounter counter() {
    return counter;
  }

  public @Nullable V find(K key, long stamp) {
    Stamped<V> known = values.getIfPresent(key);
    if (known == null || known.stamp() != stamp) {
      counter.recordMisses(1);
      return null;
    }
    counter.recordHits(1);
    return known.value();
  }

  public void put(K key, long stamp, V value) {
    values.put(key, new Stamped<>(stamp, value));
  }

  /** Returns the value under the stamp, or loads it: concurrent callers may each load it. */
  public <E extends Exception> V get(K key, long stamp, Caches.Loader<V, E> loader) throws E {
    V known = find(key, stamp);
    if (known == null) {
      known = loader.load();
      put(key, stamp, known);
    }
    return known;
  }
}
