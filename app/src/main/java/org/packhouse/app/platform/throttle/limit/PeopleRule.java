package org.packhouse.app.platform.throttle.limit;

/**
 * The rule by which the number of responses of the cache that are sent at once follows how long
 * people wait for pages and REST: a pure function, asked once an interval.
 *
 * <p>Let <i>L</i> be the limit (sends), <i>T</i> the target and <i>w</i> what 99 of 100 people
 * waited at most (both in milliseconds), <i>D</i> the demand (the most sends that were under way or
 * waited for at once since the last time). What people wait grows with what is sent beside them, so
 * the limit that meets the target is about <i>L * T/w</i>, as in {@link LimitRule}; but unlike a
 * load, a wait has no upper bound and one page that is slow by itself says nothing. So:
 *
 * <ul>
 *   <li>If nobody asked for anything in the last intervals, the limit is the highest: there is
 *       nobody to spare.
 *   <li>Down if <i>w &gt; T</i>, to <i>floor(min(L, D) * max(T/w, 1/2))</i>: to a half at most, so
 *       that one outlier does not stop a storm that harms nobody. Not while more are under way than
 *       <i>L</i>: what was lowered before does not show yet.
 *   <li>Up if <i>w &lt; 0.7 T</i> and <i>D &gt; L</i>, by a quarter of <i>L</i> (one at least).
 *       Between <i>0.7 T</i> and <i>T</i> nothing changes. Steps up that are smaller than those
 *       down are what keeps it stable (Chiu and Jain, "Analysis of the Increase and Decrease
 *       Algorithms for Congestion Avoidance in Computer Networks", 1989).
 *   <li>Both the wait of the last interval and that of the last few must ask for the change, and
 *       the smaller change is made. An interval in which nobody asked for anything changes nothing.
 * </ul>
 *
 * <p>The result is never beyond the bounds, and the lower one keeps as many going as the processors
 * can send anyway: pages that are slow for another reason cost the clones next to nothing.
 *
 * @param min sends
 * @param max sends
 * @param target milliseconds, above 0
 */
public record PeopleRule(int min, int max, double target) {

  /** Below this part of the target there is room for more. */
  static final double ROOM = 0.7;

  private static final double LARGEST_CUT = 0.5;
  private static final int STEPS = 4;

  /**
   * The waits that a limit is to follow.
   *
   * @param latest milliseconds that 99 of 100 waited at most in the last interval; less than 0:
   *     nobody asked for anything
   * @param lately the same over the intervals before as well
   * @param used sends that are under way now
   * @param demand the most that were under way or waited for at once in the last interval
   */
  public record Waits(double latest, double lately, int used, int demand) {}

  /** The limit for the next interval. */
  public int next(int limit, Waits waits) {
    if (waits.lately() < 0) {
      return max;
    }
    return Math.clamp(waits.latest() < 0 ? limit : moved(limit, waits), min, max);
  }

  private int moved(int limit, Waits waits) {
    double lower = Math.min(waits.latest(), waits.lately());
    if (lower > target && waits.used() <= limit) {
      double cut = Math.max(target / lower, LARGEST_CUT);
      return (int) (Math.min(limit, Math.max(waits.demand(), 1)) * cut);
    }
    double higher = Math.max(waits.latest(), waits.lately());
    if (higher < ROOM * target && waits.demand() > limit) {
      return limit + Math.max(1, limit / STEPS);
    }
    return limit;
  }
}
