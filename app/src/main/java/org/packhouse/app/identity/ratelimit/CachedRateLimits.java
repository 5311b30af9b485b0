package org.packhouse.app.identity.ratelimit;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Limits as this node knows them, so that no request asks the database for them. {@link
 * RateLimitRefresh} looks every few seconds whether another node has changed them.
 */
@Component
class CachedRateLimits {

  /** Tells other nodes that limits were changed. */
  static final String TOPIC = "rate-limits";

  private final RateLimitRows rows;
  private volatile @Nullable Known known;
  private volatile int nodes = 1;

  CachedRateLimits(RateLimitRows rows) {
    this.rows = rows;
  }

  private record Known(RateLimits limits, Map<Long, UserRateLimit> ofUsers, long version) {}

  /** Whether anybody is limited; nobody is before they were first read. */
  boolean enabled() {
    Known now = known;
    return now != null && now.limits().enabled();
  }

  /** The limit of whoever is no user. */
  RateLimit usual() {
    return now().limits().usual();
  }

  /** The limit of a user; null: the user is exempt. */
  @Nullable RateLimit of(long userId) {
    Known now = now();
    UserRateLimit own = now.ofUsers().get(userId);
    return own == null ? now.limits().usual() : own.limit();
  }

  private Known now() {
    Known now = known;
    if (now == null) {
      throw new IllegalStateException("No limits were read");
    }
    return now;
  }

  /** How many nodes share the limits. */
  int nodes() {
    return nodes;
  }

  /** Shares the limits among so many nodes. */
  void share(int living) {
    nodes = living;
  }

  /** Reads what has changed. */
  synchronized void refresh() {
    RateLimitRows.Versioned stored = rows.read();
    Known before = known;
    if (before == null || before.version() != stored.version()) {
      known = new Known(stored.limits(), rows.readAll(), stored.version());
    }
  }
}
