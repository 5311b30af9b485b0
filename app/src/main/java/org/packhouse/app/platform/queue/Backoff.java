package org.packhouse.app.platform.queue;

import java.time.Duration;

/** Doubles the wait with each failure in a row, from whole seconds to a maximum. */
public record Backoff(Duration first, Duration max) {

  private static final int MAX_DOUBLINGS = 20;

  /** Returns the wait after one more failure than those before. */
  public Duration after(int before) {
    Duration wait = first.multipliedBy(1L << Math.min(before, MAX_DOUBLINGS));
    return wait.compareTo(max) > 0 ? max : wait;
  }

  /** Returns an SQL interval for the wait, by the column with the failures before. */
  public String interval(String before) {
    return "make_interval(secs => least(%d, %d * power(2, least(%s, %d))))"
        .formatted(max.toSeconds(), first.toSeconds(), before, MAX_DOUBLINGS);
  }
}
