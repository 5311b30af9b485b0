package org.packhouse.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines over the seconds of a turn, one for each target. */
final class TimeChart {

  private static final int WIDTH = 680;
  private static final int HEIGHT = 240;
  private static final int LEFT = 64;
  private static final int RIGHT = 655;
  private static final int TOP = 14;
  private static final int BOTTOM = 204;
  private static final int TICKS = 4;

  private final String title;
  private final List<Line> lines = new ArrayList<>();

  TimeChart(String title) {
    this.title = title;
  }

  /** A moment and a value. */
  record Point(double seconds, double value) {}

  private record Line(int target, List<Point> points) {}

  void line(int target, List<Point> points) {
    if (!points.isEmpty()) {
      lines.add(new Line(target, List.copyOf(points)));
    }
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  String draw() {
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    double most = Math.max(1, most(true));
    double step = Numbers.roundUp(most / (TICKS + 1));
    double seconds = step * Math.ceil(most / step);
    double value = most(false);
    double top = Numbers.roundUp(value > 0 ? value : 1);
    for (int i = 0; i <= TICKS; i++) {
      double y = BOTTOM - (double) i / TICKS * (BOTTOM - TOP);
      svg.line(i == 0 ? "axis" : "grid", LEFT, y, RIGHT, y);
      svg.text("tick end", LEFT - 6.0, y + 4, Numbers.human(top * i / TICKS));
    }
    for (int i = 0; i * step <= seconds; i++) {
      double x = LEFT + i * step / seconds * (RIGHT - LEFT);
      svg.text("tick middle", x, BOTTOM + 18.0, Numbers.human(i * step) + " s");
    }
    for (Line line : lines) {
      StringBuilder points = new StringBuilder();
      for (Point point : line.points()) {
        points.append(
            String.format(
                Locale.ROOT,
                "%.1f,%.1f ",
                LEFT + point.seconds() / seconds * (RIGHT - LEFT),
                BOTTOM - point.value() / top * (BOTTOM - TOP)));
      }
      svg.path("curve " + Svg.colour(line.target()), points.toString().strip());
    }
    return svg.toString();
  }

  private double most(boolean seconds) {
    return lines.stream()
        .flatMap(it -> it.points().stream())
        .mapToDouble(it -> seconds ? it.seconds() : it.value())
        .max()
        .orElse(0);
  }
}
