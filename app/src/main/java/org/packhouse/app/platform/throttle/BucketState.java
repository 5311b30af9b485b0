package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The state of a bucket at a moment.
 *
 * @param adaptive whether its limit follows the load; if not, it stays
 * @param changed whether its limit was set while the server runs
 * @param limit how many tickets may be out; {@link #UNLIMITED}: any number
 * @param min the least that a limit which follows the load may be
 * @param max the most
 * @param used tickets that are out
 * @param queued requests that wait
 * @param timeout after which whoever waits is sent away
 * @param counts since the start
 * @param lastHour samples, the oldest first; none of a bucket without a limit
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

  /** The limit of a bucket that grants all that is asked of it. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * Counts since the start.
   *
   * @param granted tickets that were granted
   * @param waited those among them that somebody waited for
   * @param waitedFor how long they waited together
   * @param longestWait the longest that somebody has waited of late
   * @param refused requests that found none in time
   * @param lastQueued when somebody last had to wait; null: nobody had to
   * @param lastRefused when somebody was last refused; null: nobody was
   */
  public record Counts(
      long granted,
      long waited,
      Duration waitedFor,
      Duration longestWait,
      long refused,
      @Nullable Instant lastQueued,
      @Nullable Instant lastRefused) {}

  /**
   * A sample of the last hour.
   *
   * @param refused since the sample before
   * @param longestWait of those that were granted or refused since the sample before
   */
  public record Sample(
      Instant at, int limit, int used, int queued, long refused, Duration longestWait) {}
}
