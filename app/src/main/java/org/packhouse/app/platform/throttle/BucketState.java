package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * State of a bucket at a moment. Its limit is {@link #UNLIMITED}, adaptive, or {@code changed} by
 * an administrator since the start; its samples begin with the oldest.
 */
@Value.Builder
public record BucketState(
    Bucket bucket,
    boolean adaptive,
    boolean changed,
    int limit,
    int min,
    int max,
    int used,
    int queued,
    Duration timeout,
    Counts counts,
    List<Sample> lastHour) {

  public static final int UNLIMITED = Integer.MAX_VALUE;

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
