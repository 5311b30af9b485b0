package org.packhouse.app.identity.ratelimit;

import java.time.Duration;
import org.packhouse.app.platform.refusal.TryLaterException;

/** The refusal of a request beyond the rate limit (429). */
public final class RateLimitExceededException extends TryLaterException {

  private static final long serialVersionUID = 1L;
  private static final long SECOND = 1_000_000_000L;

  private final Duration retryAfter;

  private RateLimitExceededException(String message, Duration retryAfter) {
    super(TryLaterException.Reason.TOO_MANY_REQUESTS, message);
    this.retryAfter = retryAfter;
  }

  static RateLimitExceededException of(RateLimit limit, long waitNanos) {
    long seconds = Math.ceilDiv(waitNanos, SECOND);
    return new RateLimitExceededException(
        "Too many requests: up to %d may be made at once, and %d a second for long. Try again in"
                .formatted(limit.capacity(), limit.fillRate())
            + " %d s.".formatted(seconds),
        Duration.ofSeconds(seconds));
  }

  /** Returns the time until a token is back, in whole seconds, at least one. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
