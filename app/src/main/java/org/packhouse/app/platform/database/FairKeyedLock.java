package org.packhouse.app.platform.database;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock per key for threads of this node, granted in order of arrival. A thread that waits here
 * holds no database connection. Between nodes PostgreSQL decides.
 */
public final class FairKeyedLock<K> {

  private final ConcurrentMap<K, Entry> entries = new ConcurrentHashMap<>();

  private static final class Entry {
    private final ReentrantLock lock = new ReentrantLock(true);
    private int users;
  }

  /** A held lock, to be closed by the thread that took it. */
  public interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /** Waits for the lock of a key. */
  public Held lock(K key) {
    Entry entry = enter(key);
    entry.lock.lock();
    return () -> unlock(key, entry);
  }

  /** Waits for the lock of a key; returns null if it is not free in time. */
  public @Nullable Held tryLock(K key, Duration patience) throws InterruptedException {
    Entry entry = enter(key);
    boolean locked = false;
    try {
      locked = entry.lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
      return locked ? () -> unlock(key, entry) : null;
    } finally {
      if (!locked) {
        leave(key);
      }
    }
  }

  private Entry enter(K key) {
    return entries.compute(
        key,
        (_, present) -> {
          Entry entry = present == null ? new Entry() : present;
          entry.users++;
          return entry;
        });
  }

  private void unlock(K key, Entry entry) {
    entry.lock.unlock();
    leave(key);
  }

  private void leave(K key) {
    entries.computeIfPresent(key, (_, present) -> --present.users == 0 ? null : present);
  }
}
