package org.packhouse.app.platform.throttle.queue;

/**
 * Largest shares of the places while others wait, each more than 0 and at most 1; one place is
 * always allowed.
 *
 * @param anonymous of all anonymous callers together
 */
public record Shares(double repository, double anonymous) {

  public static final Shares ALL = new Shares(1, 1);

  int ofRepository(int limit) {
    return part(limit, repository);
  }

  int ofAnonymous(int limit) {
    return part(limit, anonymous);
  }

  private static int part(int limit, double share) {
    return (int) Math.max(1, Math.floor(limit * share));
  }
}
