package org.packhouse.app.web.layout;

import java.time.Duration;
import java.time.Instant;

/** Formats times such as {@code 3 days ago}. */
final class RelativeTime {

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long MONTH = 30 * DAY;
  private static final long YEAR = 365 * DAY;

  private RelativeTime() {}

  static String describe(Instant then, Instant now) {
    long seconds = Duration.between(then, now).toSeconds();
    if (Math.abs(seconds) < MINUTE) {
      return "just now";
    }
    String amount = amount(Math.abs(seconds));
    return seconds > 0 ? amount + " ago" : "in " + amount;
  }

  private static String amount(long seconds) {
    if (seconds < HOUR) {
      return count(seconds / MINUTE, "minute");
    }
    if (seconds < DAY) {
      return count(seconds / HOUR, "hour");
    }
    if (seconds < MONTH) {
      return count(seconds / DAY, "day");
    }
    return seconds < YEAR ? count(seconds / MONTH, "month") : count(seconds / YEAR, "year");
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }
}
