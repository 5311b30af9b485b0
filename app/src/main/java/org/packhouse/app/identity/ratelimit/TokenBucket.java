package org.packhouse.app.identity.ratelimit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bucket of tokens, as one number: the moment at which it will be full again. A token that is taken
 * moves that moment on by the time in which one comes back (the generic cell rate algorithm), so
 * nothing has to fill buckets, and threads that take at once need no lock. The limit is not kept
 * here: a bucket goes on under a changed one, with what it lacks measured in time.
 */
final class TokenBucket {

  private final AtomicLong fullAt;

  /** Makes a full one. */
  TokenBucket(long now) {
    fullAt = new AtomicLong(now);
  }

  /**
   * Takes a token if there is one.
   *
   * @param nodes that share the limit
   * @param now nanoseconds of a clock that only goes forward
   * @return 0: taken; else after how many nanoseconds there will be one
   */
  long take(RateLimit limit, int nodes, long now) {
    long depth = limit.depth(nodes);
    while (true) {
      long before = fullAt.get();
      long taken = Math.clamp(before - now, 0, depth) + limit.interval(nodes);
      if (taken > depth) {
        return taken - depth;
      }
      if (fullAt.compareAndSet(before, now + taken)) {
        return 0;
      }
    }
  }
}
