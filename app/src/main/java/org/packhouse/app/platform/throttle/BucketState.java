package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** State of a bucket at a moment; its samples begin with the oldest. */
public record BucketState(
    Bucket bucket,
    Limit limit,
    int used,
    int queued,
    Duration timeout,
    Counts counts,
    List<Sample> lastHour) {

  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * The limit, {@link #UNLIMITED} or adaptive within bounds.
   *
   * @param changed whether an administrator has changed it since the start
   */
  public record Limit(int tickets, boolean adaptive, boolean changed, int min, int max) {}

  /**
   * Counts since the start; {@code waitedFor} is the sum of waits, {@code longestWait} a recent
   * one.
   */
  public record Counts(
      long granted,
      long waited,
      Duration waitedFor,
      Duration longestWait,
      long refused,
      @Nullable Instant lastQueued,
      @Nullable Instant lastRefused) {}

  /** A sample of the last hour. Counts are since the sample before. */
  public record Sample(
      Instant at, int limit, int used, int queued, long refused, Duration longestWait) {}
}
