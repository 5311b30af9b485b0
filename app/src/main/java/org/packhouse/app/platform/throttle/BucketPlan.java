package org.packhouse.app.platform.throttle;

import java.time.Duration;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.ThrottleSettings.Strategy;
import org.packhouse.app.platform.throttle.limit.LimitRule;
import org.packhouse.app.platform.throttle.limit.PeopleRule;
import org.packhouse.app.platform.throttle.queue.Shares;

/**
 * A plan of how a bucket is limited, with all that settings leave open.
 *
 * @param start the limit that stays, or with which one begins that follows the load
 * @param rule by which a limit follows the load; its bounds are those of any limit
 * @param people by which it follows what people wait instead; null: it does not
 * @param interval how often it is asked
 * @param timeout after which whoever waits is sent away
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

  /** A limit that stays, as a feature says it. */
  static BucketPlan of(BucketLimit limit) {
    return fixed(limit.bucket(), limit.tickets(), limit.longestWait());
  }

  /** No limit. */
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
