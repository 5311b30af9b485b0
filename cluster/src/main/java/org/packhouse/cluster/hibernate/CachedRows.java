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
 * Rows of one region, by key.
 *
 * <p>The danger is the slow reader: it reads a row, another transaction changes it and voids what
 * is cached, and then the reader puts what it has read, to be served for ever. So voiding leaves a
 * tombstone with a stamp, a number that this node counts up; each session takes a stamp when it
 * begins, before it reads anything; and what a session puts is refused if its stamp is not above
 * the tombstone's. Tombstones beyond {@link #MAX_TOMBSTONES} are forgotten, the oldest first, and
 * the stamp of the last that was forgotten holds for all keys: so nothing rests on how long a
 * transaction may take. While a transaction of this node changes a row, the row is locked: nobody
 * gets it from here or puts it.
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

  /**
   * No rows yet.
   *
   * @param stamps that sessions take theirs from too
   */
  CachedRows(AtomicLong stamps, int maxRows) {
    this.stamps = stamps;
    this.values = Caffeine.newBuilder().maximumSize(maxRows).build();
    ReadWriteLock lock = new ReentrantReadWriteLock();
    this.putting = lock.readLock();
    this.voiding = lock.writeLock();
    this.floor = stamps.incrementAndGet();
  }

  /** What is cached, if nobody is changing it. */
  @Nullable Object get(Object key) {
    return locks.containsKey(key) ? null : values.getIfPresent(key);
  }

  /** Counts whether something was found and believed. */
  void count(boolean hit) {
    (hit ? hits : misses).increment();
  }

  long hits() {
    return hits.sum();
  }

  long misses() {
    return misses.sum();
  }

  /**
   * Caches what a session has read.
   *
   * @param since the session's stamp
   * @return false: it may be old
   */
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

  /** Locks a row that a transaction changes. */
  void lock(Object key) {
    voiding.lock();
    try {
      locks.merge(key, 1, Integer::sum);
      values.invalidate(key);
    } finally {
      voiding.unlock();
    }
  }

  /** Unlocks it when the transaction has ended, and voids it. */
  void unlock(Object key) {
    voiding.lock();
    try {
      bury(key);
      locks.computeIfPresent(key, (_, count) -> count > 1 ? count - 1 : null);
    } finally {
      voiding.unlock();
    }
  }

  /** Voids a row. */
  void invalidate(Object key) {
    voiding.lock();
    try {
      bury(key);
    } finally {
      voiding.unlock();
    }
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

  /** Voids all rows. */
  void clear() {
    voiding.lock();
    try {
      floor = stamps.incrementAndGet();
      tombstones.clear();
      values.invalidateAll();
    } finally {
      voiding.unlock();
    }
  }
}
