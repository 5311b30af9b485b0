package org.packhouse.app.platform.throttle;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.ThrottleSettings.Strategy;
import org.packhouse.app.platform.throttle.limit.LimitRule;
import org.packhouse.app.platform.throttle.limit.PeopleRule;
import org.packhouse.app.platform.throttle.queue.Shares;

/**
 * The limit of a bucket. {@code start} is the fixed limit, or the first of an adaptive one, which
 * follows the machine's load by {@code rule}, or people's waits by {@link #people} if given.
 */
record BucketPlan(
    Bucket bucket,
    Strategy strategy,
    int start,
    LimitRule rule,
    Duration interval,
    Duration timeout,
    Shares shares) {

  /** The 99th percentile of what people wait, in milliseconds: more is noticed as a pause. */
  private static final double PEOPLE_TARGET = 150;

  static BucketPlan of(BucketLimit limit) {
    return fixed(limit.bucket(), limit.tickets(), limit.longestWait());
  }

  static BucketPlan unlimited(Bucket bucket) {
    return fixed(bucket, BucketState.UNLIMITED, Duration.ZERO);
  }

  private static BucketPlan fixed(Bucket bucket, int tickets, Duration timeout) {
    return new BucketPlan(
        bucket,
        Strategy.FIXED,
        tickets,
        new LimitRule(tickets, tickets, 1),
        BucketPlans.INTERVAL,
        timeout,
        Shares.ALL);
  }

  boolean isAdaptive() {
    return strategy == Strategy.ADAPTIVE;
  }

  @Nullable PeopleRule people() {
    return bucket == Bucket.CACHED_RESPONSES
        ? new PeopleRule(rule.min(), rule.max(), PEOPLE_TARGET)
        : null;
  }
}
