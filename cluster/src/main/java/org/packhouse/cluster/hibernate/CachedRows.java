package org.packhouse.cluster.hibernate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The cached rows of a region.
 *
 * <p>A slow reader may read a row, and cache it after another transaction has changed and
 * invalidated it. So invalidation leaves a tombstone with a stamp from a counter. A session takes a
 * stamp before it reads, and its puts are refused unless newer than the tombstone. Tombstones
 * beyond {@link #MAX_TOMBSTONES} are dropped, oldest first, and the last dropped stamp counts for
 * all keys, so no transaction may run too long for this. While a local transaction changes a row,
 * it is locked: nobody reads or puts it.
 */
final class CachedRows {

  static final int MAX_TOMBSTONES = 10_000;

  private final AtomicLong stamps;
  private final Cache<Object, Object> values;
  private final Map<Object, Integer> locks = new ConcurrentHashMap<>();
  private final Map<Object, Long> tombstones = new LinkedHashMap<>();
  private final Lock putting;
  private final Lock voiding;
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private long floor;

  /** Takes the stamps that sessions share. */
  CachedRows(AtomicLong stamps, int maxRows) {
    this.stamps = stamps;
    this.values = Caffeine.newBuilder().maximumSize(maxRows).build();
    ReadWriteLock lock = new ReentrantReadWriteLock();
    this.putting = lock.readLock();
    this.voiding = lock.writeLock();
    this.floor = stamps.incrementAndGet();
  }

  /** Returns the cached row unless it is being changed. */
  @Nullable Object get(Object key) {
    return locks.containsKey(key) ? null : values.getIfPresent(key);
  }

  /** Counts whether a row was found and trusted. */
  void count(boolean hit) {
    (hit ? hits : misses).increment();
  }

  long hits() {
    return hits.sum();
  }

  long misses() {
    return misses.sum();
  }

  /** Returns false if the row may be older than the session's stamp. */
  boolean put(Object key, Object value, long since) {
    putting.lock();
    try {
      Long tombstone = tombstones.get(key);
      if (since <= floor || (tombstone != null && since <= tombstone) || locks.containsKey(key)) {
        return false;
      }
      values.put(key, value);
      return true;
    } finally {
      putting.unlock();
    }
  }

  void lock(Object key) {
    alone(() -> {
      locks.merge(key, 1, Integer::sum);
      values.invalidate(key);
    });
  }

  private void alone(Runnable change) {
    voiding.lock();
    try {
      change.run();
    } finally {
      voiding.unlock();
    }
  }

  /** Invalidates and unlocks a row after its transaction. */
  void unlock(Object key) {
    alone(() -> {
      bury(key);
      locks.computeIfPresent(key, (_, count) -> count > 1 ? count - 1 : null);
    });
  }

  void invalidate(Object key) {
    alone(() -> bury(key));
  }

  private void bury(Object key) {
    tombstones.remove(key);
    tombstones.put(key, stamps.incrementAndGet());
    if (tombstones.size() > MAX_TOMBSTONES) {
      Iterator<Long> oldest = tombstones.values().iterator();
      floor = oldest.next();
      oldest.remove();
    }
    values.invalidate(key);
  }

  void clear() {
    alone(() -> {
      floor = stamps.incrementAndGet();
      tombstones.clear();
      values.invalidateAll();
    });
  }
}
