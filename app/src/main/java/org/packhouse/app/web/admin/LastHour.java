package org.packhouse.app.web.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * SVG points of a chart of the last hour: {@value #WIDTH} units wide, {@value #HEIGHT} high, now at
 * the right edge and 0 at the bottom.
 */
final class LastHour {

  static final int WIDTH = 360;
  static final int HEIGHT = 60;

  private static final double HOUR = Duration.ofHours(1).toMillis();

  private final Instant now;
  private final double top;

  /** Creates a chart that cuts off values above {@code top}. */
  LastHour(Instant now, double top) {
    this.now = now;
    this.top = Math.max(top, Double.MIN_NORMAL);
  }

  <T> String line(List<T> samples, Function<T, Instant> at, ToDoubleFunction<T> value) {
    return samples.stream()
        .map(sample -> point(x(at.apply(sample)), value.applyAsDouble(sample)))
        .collect(Collectors.joining(" "));
  }

  /** Returns the outline of the area below a line; empty without samples. */
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

  /** Returns the distance of a moment from the left edge. */
  double x(Instant at) {
    double ago = Math.clamp(Duration.between(at, now).toMillis() / HOUR, 0, 1);
    return WIDTH * (1 - ago);
  }

  private String point(double x, double value) {
    double y = HEIGHT * (1 - Math.clamp(value / top, 0, 1));
    return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
  }
}
