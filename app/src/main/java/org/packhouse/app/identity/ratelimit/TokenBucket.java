package org.packhouse.app.identity.ratelimit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket as one number, the time at which it will be full (generic cell rate algorithm): it
 * needs no refilling and no lock, and survives changes of the limit.
 */
final class TokenBucket {

  private final AtomicLong fullAt;

  /** Creates a full bucket. */
  TokenBucket(long now) {
    fullAt = new AtomicLong(now);
  }

  /**
   * Takes a token.
   *
   * @param now nanoseconds of a monotonic clock
   * @return 0: taken; else nanoseconds until there is one
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
