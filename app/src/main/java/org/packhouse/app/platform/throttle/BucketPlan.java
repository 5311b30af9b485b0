package org.packhouse.app.platform.throttle;

import java.time.Duration;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.ThrottleSettings.Strategy;
import org.packhouse.app.platform.throttle.limit.LimitRule;
import org.packhouse.app.platform.throttle.limit.PeopleRule;
import org.packhouse.app.platform.throttle.queue.Shares;

/**
 * The limit of a bucket. {@code start} is the fixed limit, or the first of an adaptive one, which
 * follows the machine's load by {@code rule}, or people's waits by {@code people} if given.
 */
@Value.Builder
record BucketPlan(
    Bucket bucket,
    Strategy strategy,
    int start,
    LimitRule rule,
    @Nullable PeopleRule people,
    Duration interval,
    Duration timeout,
    Shares shares) {

  static BucketPlan of(BucketLimit limit) {
    return fixed(limit.bucket(), limit.tickets(), limit.longestWait());
  }

  static BucketPlan unlimited(Bucket bucket) {
    return fixed(bucket, BucketState.UNLIMITED, Duration.ZERO);
  }

  private static BucketPlan fixed(Bucket bucket, int tickets, Duration timeout) {
    return new BucketPlanBuilder()
        .bucket(bucket)
        .strategy(Strategy.FIXED)
        .start(tickets)
        .rule(new LimitRule(tickets, tickets, 1))
        .people(null)
        .interval(BucketPlans.INTERVAL)
        .timeout(timeout)
        .shares(Shares.ALL)
        .build();
  }

  boolean isAdaptive() {
    return strategy == Strategy.ADAPTIVE;
  }
}
