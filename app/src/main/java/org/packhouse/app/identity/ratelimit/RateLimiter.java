package org.packhouse.app.identity.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.ClientNetwork;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cache.Caches;
import org.springframework.stereotype.Component;

/**
 * Takes a token for each request of a program: REST, Git over HTTP and SSH share the user's bucket.
 * Access keys and tokens of projects or repositories, and networks of anonymous requests, have
 * their own. Each node has its share of the limit, in bounded memory, apart for those without an
 * account.
 */
@Component
public final class RateLimiter {

  private static final int MAX_BUCKETS = 20_000;

  private final CachedRateLimits limits;
  private final RefusedRequests refused;
  private final Ticker ticker;
  private final Cache<Long, TokenBucket> ofUsers;
  private final Cache<String, TokenBucket> ofOthers;
  private final Counter refusals;

  RateLimiter(
      CachedRateLimits limits,
      RefusedRequests refused,
      MeterRegistry meters,
      Ticker ticker,
      Caches caches) {
    this.limits = limits;
    this.refused = refused;
    this.ticker = ticker;
    ofUsers = caches.build("user-rate-limits", "Token buckets of users", MAX_BUCKETS);
    ofOthers =
        caches.build(
            "other-rate-limits", "Token buckets of access keys, tokens and networks", MAX_BUCKETS);
    refusals =
        Counter.builder("rate.limit.refusals")
            .description("Requests refused beyond the rate limit of their user or address")
            .register(meters);
    Gauge.builder("rate.limit.buckets", () -> ofUsers.estimatedSize() + ofOthers.estimatedSize())
        .description("Token buckets of users and addresses in memory")
        .register(meters);
  }

  /**
   * Takes a token of the caller, or of the network if anonymous.
   *
   * @throws RateLimitExceededException if none is left
   */
  public void take(Caller caller, String remoteAddress) {
    if (!limits.enabled()) {
      return;
    }
    User user = caller.user();
    if (user != null) {
      long id = user.id();
      take(
          limits.of(id),
          () -> ofUsers.get(id, _ -> new TokenBucket(ticker.read())),
          () -> RefusedRequests.Requester.user(id));
    } else {
      String name =
          caller instanceof Caller.Anonymous ? ClientNetwork.of(remoteAddress) : caller.name();
      take(
          limits.usual(),
          () -> ofOthers.get(name, _ -> new TokenBucket(ticker.read())),
          () -> RefusedRequests.Requester.other(name));
    }
  }

  private void take(
      @Nullable RateLimit limit,
      Supplier<TokenBucket> bucket,
      Supplier<RefusedRequests.Requester> requester) {
    if (limit == null) {
      return;
    }
    long wait = bucket.get().take(limit, limits.nodes(), ticker.read());
    if (wait > 0) {
      refusals.increment();
      refused.count(requester.get());
      throw RateLimitExceededException.of(limit, wait);
    }
  }
}
