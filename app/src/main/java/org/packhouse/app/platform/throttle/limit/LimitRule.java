package org.packhouse.app.platform.throttle.limit;

/**
 * Rule by which the limit of a bucket follows the machine's load: a pure function, asked once an
 * interval.
 *
 * <p>Let <i>L</i> be the limit (tickets), <i>T</i> the target and <i>u</i> the processors' load
 * (both fractions of 1), <i>D</i> the demand (the most tickets granted or waited for at once since
 * the last time). Work uses processors in proportion to its tickets until all are busy, so the
 * limit that meets the target is <i>L * T/u</i>, the proportional rule of Kubernetes' Horizontal
 * Pod Autoscaler ("desiredReplicas = ceil[currentReplicas * (currentMetricValue /
 * desiredMetricValue)]"). Three things keep it from swinging:
 *
 * <ul>
 *   <li>Up only if <i>D &gt; L</i>, by <i>floor(L * (T/u - 1))</i> whole tickets, and by at most a
 *       third of <i>L</i> (one at least): <i>L</i> trebles in four intervals, and with few tickets
 *       rests below the target rather than alternating around it.
 *   <li>Down if <i>u &gt; 1.1 T</i>, to <i>floor(min(L, D) * 1.05 T/u)</i>, the middle of what
 *       counts as the target; to <i>floor(min(L, D) * (T/u)<sup>2</sup>)</i> if <i>u</i> is nearer
 *       to 1 than to <i>T</i>, as busy processors hide how much more was wanted. Small steps up and
 *       multiplying down are stable (Chiu and Jain, "Analysis of the Increase and Decrease
 *       Algorithms for Congestion Avoidance in Computer Networks", 1989).
 *   <li>The load of the last interval and the smoothed one must both ask for the change, and the
 *       smaller change is made. Nothing is lowered while more tickets are granted than <i>L</i>:
 *       the load does not show yet what was lowered before.
 * </ul>
 *
 * <p>Memory is a ceiling: the granted tickets and those for which there is room.
 *
 * @param target fraction of all processors, above 0 and at most 1
 */
public record LimitRule(int min, int max, double target) {

  /** How far above the target, as a fraction of it, still counts as the target. */
  static final double TOLERANCE = 0.1;

  /** Largest step up, as a fraction of the limit. */
  private static final double MAX_STEP = 1.0 / 3;

  private static final double SMALLEST_LOAD = 0.001;

  /**
   * The load that a limit follows.
   *
   * @param latest busy part of the processors in the last interval, 0 to 1
   * @param smoothed as {@link #smooth} has it
   * @param used tickets granted now
   * @param demand most tickets granted or waited for at once in the last interval
   * @param room tickets for which there is memory yet; negative: too many are granted
   */
  public record Load(double latest, double smoothed, int used, int demand, long room) {}

  /** Returns a mean in which each interval halves the weight of earlier ones. */
  public static double smooth(double before, double latest) {
    return (before + latest) / 2;
  }

  public int next(int limit, Load load) {
    int wanted = load.used() > limit ? limit : moved(limit, load);
    long ceiling = Math.min(max, load.used() + Math.min(load.room(), max));
    return (int) Math.max(min, Math.min(wanted, ceiling));
  }

  private int moved(int limit, Load load) {
    double lower = Math.min(load.latest(), load.smoothed());
    if (lower > target * (1 + TOLERANCE)) {
      double share = target / lower;
      boolean saturated = lower > (1 + target) / 2;
      double cut = saturated ? share * share : share * (1 + TOLERANCE / 2);
      return (int) (Math.min(limit, Math.max(load.demand(), 1)) * cut);
    }
    if (load.demand() > limit) {
      double higher = Math.max(Math.max(load.latest(), load.smoothed()), SMALLEST_LOAD);
      int fits = (int) Math.floor(limit * (target / higher - 1));
      int step = Math.min(fits, Math.max(1, (int) (limit * MAX_STEP)));
      return limit + Math.max(0, step);
    }
    return limit;
  }
}
