package org.packhouse.app.platform.throttle.limit;

/**
 * Rule by which the number of cached responses sent at once follows how long people wait for pages
 * and REST: a pure function, asked once an interval.
 *
 * <p>Let <i>L</i> be the limit (sends), <i>T</i> the target and <i>w</i> the 99th percentile of
 * waits (both in milliseconds), <i>D</i> the demand (the most sends under way or waited for at once
 * since the last time). Waits grow with what is sent beside them, so the limit that meets the
 * target is about <i>L * T/w</i>, as in {@link LimitRule}; but a wait has no upper bound, and one
 * slow page says nothing. So:
 *
 * <ul>
 *   <li>The highest limit if nobody asked for anything in the last intervals.
 *   <li>Down if <i>w &gt; T</i>, to <i>floor(min(L, D) * max(T/w, 1/2))</i>, so that one outlier
 *       does not stop a harmless storm. Not while more are under way than <i>L</i>.
 *   <li>Up if <i>w &lt; 0.7 T</i> and <i>D &gt; L</i>, by a quarter of <i>L</i> (one at least):
 *       steps up smaller than those down keep it stable (Chiu and Jain, as there).
 *   <li>The wait of the last interval and that of the last few must both ask for the change, and
 *       the smaller change is made.
 * </ul>
 *
 * <p>The lower bound keeps as many going as the processors can send anyway: pages that are slow for
 * another reason cost the clones next to nothing.
 *
 * @param min sends, like {@code max}
 * @param target milliseconds, above 0
 */
public record PeopleRule(int min, int max, double target) {

  /** Part of the target below which there is room for more. */
  static final double ROOM = 0.7;

  private static final double MAX_CUT = 0.5;
  private static final int STEPS = 4;

  /**
   * The waits that a limit follows.
   *
   * @param latest 99th percentile in the last interval, milliseconds; negative: nobody asked for
   *     anything
   * @param lately the same over the last intervals
   * @param used sends under way now
   * @param demand most sends under way or waited for at once in the last interval
   */
  public record Waits(double latest, double lately, int used, int demand) {}

  public int next(int limit, Waits waits) {
    if (waits.lately() < 0) {
      return max;
    }
    return Math.clamp(waits.latest() < 0 ? limit : moved(limit, waits), min, max);
  }

  private int moved(int limit, Waits waits) {
    double lower = Math.min(waits.latest(), waits.lately());
    if (lower > target && waits.used() <= limit) {
      double cut = Math.max(target / lower, MAX_CUT);
      return (int) (Math.min(limit, Math.max(waits.demand(), 1)) * cut);
    }
    double higher = Math.max(waits.latest(), waits.lately());
    if (higher < ROOM * target && waits.demand() > limit) {
      return limit + Math.max(1, limit / STEPS);
    }
    return limit;
  }
}
