package org.packhouse.app.review.pullrequest;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lines in which those of this node wait who would do something to the same thing, the first to
 * come first. What two nodes do at once is decided by PostgreSQL.
 */
public final class TurnsByKey<K> {

  private final ConcurrentMap<K, Line> lines = new ConcurrentHashMap<>();

  /** Those who wait, and the one who does not. */
  private static final class Line {
    private final ReentrantLock lock = new ReentrantLock(true);
    private int users;
  }

  /** A turn, until it is closed. */
  public interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits for a turn.
   *
   * @return to be closed by the caller, in the same thread
   */
  public Turn take(K key) {
    Line line =
        lines.compute(
            key,
            (_, present) -> {
              Line one = present == null ? new Line() : present;
              one.users++;
              return one;
            });
    line.lock.lock();
    return () -> {
      line.lock.unlock();
      lines.computeIfPresent(key, (_, present) -> --present.users == 0 ? null : present);
    };
  }
}
