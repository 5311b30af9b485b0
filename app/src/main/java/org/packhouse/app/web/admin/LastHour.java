package org.packhouse.app.web.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Lines of a chart of the last hour, as points of SVG: {@value #WIDTH} wide, from an hour ago on
 * the left to now, and {@value #HEIGHT} high, from 0 at the bottom to the largest value that the
 * chart shows.
 */
final class LastHour {

  static final int WIDTH = 360;
  static final int HEIGHT = 60;

  private static final double HOUR = Duration.ofHours(1).toMillis();

  private final Instant now;
  private final double top;

  /**
   * Lays out a chart.
   *
   * @param top the largest value; what is larger is cut off
   */
  LastHour(Instant now, double top) {
    this.now = now;
    this.top = Math.max(top, Double.MIN_NORMAL);
  }

  /** The points of a line. */
  <T> String line(List<T> samples, Function<T, Instant> at, ToDoubleFunction<T> value) {
    return samples.stream()
        .map(sample -> point(x(at.apply(sample)), value.applyAsDouble(sample)))
        .collect(Collectors.joining(" "));
  }

  /** The points of the area below a line; empty if there are none. */
  <T> String area(List<T> samples, Function<T, Instant> at, ToDoubleFunction<T> value) {
    if (samples.isEmpty()) {
      return "";
    }
    return point(x(at.apply(samples.getFirst())), 0)
        + " "
        + line(samples, at, value)
        + " "
        + point(x(at.apply(samples.getLast())), 0);
  }

  /** How far from the left a moment is. */
  double x(Instant at) {
    double ago = Math.clamp(Duration.between(at, now).toMillis() / HOUR, 0, 1);
    return WIDTH * (1 - ago);
  }

  private String point(double x, double value) {
    double y = HEIGHT * (1 - Math.clamp(value / top, 0, 1));
    return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
  }
}
