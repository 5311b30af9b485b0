package org.packhouse.app.platform.throttle.limit;

/**
 * The rule by which the limit of a bucket follows the load of the machine: a pure function, asked
 * once an interval.
 *
 * <p>Let <i>L</i> be the limit (tickets), <i>T</i> the target and <i>u</i> the processors' load
 * (both fractions, 1: all processors busy), <i>D</i> the demand (the most tickets that were out or
 * waited for at once since the last time). Work under tickets uses processors in proportion to
 * their number until the processors are all busy, so the limit that meets the target is <i>L *
 * T/u</i>: the rule of a proportional controller that multiplies, which the Horizontal Pod
 * Autoscaler of Kubernetes uses with the number of replicas ("desiredReplicas =
 * ceil[currentReplicas * (currentMetricValue / desiredMetricValue)]"). Three things are added, so
 * that it neither swings nor runs away:
 *
 * <ul>
 *   <li>Up only if <i>D &gt; L</i>, by the whole tickets that fit below the target, <i>floor(L *
 *       (T/u - 1))</i>, and by at most a third of <i>L</i> (one at least). <i>L</i> trebles in four
 *       intervals, and a ticket that would lead beyond the target is not added: with few tickets
 *       the limit rests below the target and does not alternate around it.
 *   <li>Down if <i>u &gt; 1.1 T</i>, to <i>floor(min(L, D) * 1.05 T/u)</i>, which is the middle of
 *       what is taken for the target; to <i>floor(min(L, D) * (T/u)<sup>2</sup>)</i> if <i>u</i> is
 *       nearer to 1 than to <i>T</i>: busy processors do not show how much more was wanted of them.
 *       Between <i>T</i> and <i>1.1 T</i> nothing changes. Small steps up and multiplying down is
 *       what keeps networks stable (Chiu and Jain, "Analysis of the Increase and Decrease
 *       Algorithms for Congestion Avoidance in Computer Networks", 1989).
 *   <li>Both the load of the last interval and the smoothed one must ask for the change, each by
 *       its own amount, and the smaller change is made: the smoothed one alone lags, the latest
 *       alone jumps. Nothing is lowered while more tickets are out than <i>L</i>: they are not
 *       taken back, and the load does not show yet what was lowered before.
 * </ul>
 *
 * <p>Memory is a ceiling: no more than the tickets that are out and those for which there is room
 * beside what running work may still grow to. The result is never beyond the bounds.
 *
 * @param min tickets
 * @param max tickets
 * @param target fraction of all processors, above 0 and at most 1
 */
public record LimitRule(int min, int max, double target) {

  /** How far above the target, as a fraction of it, is taken for the target. */
  static final double TOLERANCE = 0.1;

  /** The largest step up, as a fraction of the limit. */
  private static final double MAX_STEP = 1.0 / 3;

  private static final double SMALLEST_LOAD = 0.001;

  /**
   * The load that a limit is to follow.
   *
   * @param latest how busy the processors were in the last interval, 0 to 1
   * @param smoothed the same over the intervals before as well, as {@link #smooth} has it
   * @param used tickets that are out now
   * @param demand the most tickets that were out or waited for at once in the last interval
   * @param room tickets for which there is memory, besides those that are out; less than 0: too
   *     many are out
   */
  public record Load(double latest, double smoothed, int used, int demand, long room) {}

  /**
   * The smoothed load: the mean of the smoothed one of before and the latest, so that what an
   * interval adds is halved with each interval that follows.
   */
  public static double smooth(double before, double latest) {
    return (before + latest) / 2;
  }

  /** The limit for the next interval. */
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
