package org.packhouse.app.identity.ratelimit;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The rate limits in memory; {@link RateLimitRefresh} reads changes. */
@Component
class CachedRateLimits {

  static final String TOPIC = "rate-limits";

  private final RateLimitRows rows;
  private volatile @Nullable Known known;
  private volatile int nodes = 1;

  CachedRateLimits(RateLimitRows rows) {
    this.rows = rows;
  }

  private record Known(RateLimits limits, Map<Long, UserRateLimit> ofUsers, long version) {}

  /** Returns whether requests are limited; false until the limits were first read. */
  boolean enabled() {
    Known now = known;
    return now != null && now.limits().enabled();
  }

  /** Returns the limit of requesters without one of their own. */
  RateLimit usual() {
    return now().limits().usual();
  }

  /** Returns the limit of a user; null: the user is exempt. */
  @Nullable RateLimit of(long userId) {
    Known now = now();
    UserRateLimit own = now.ofUsers().get(userId);
    return own == null ? now.limits().usual() : own.limit();
  }

  private Known now() {
    Known now = known;
    if (now == null) {
      throw new IllegalStateException("The rate limits have not been read yet");
    }
    return now;
  }

  /** Returns the number of nodes that share the limits. */
  int nodes() {
    return nodes;
  }

  void share(int living) {
    nodes = living;
  }

  synchronized void refresh() {
    RateLimitRows.Versioned stored = rows.read();
    Known before = known;
    if (before == null || before.version() != stored.version()) {
      known = new Known(stored.limits(), rows.readAll(), stored.version());
    }
  }
}
