package org.packhouse.lab.report;

import java.util.ArrayList;
import java.util.List;

/** Groups of bars, one bar for each target, with the spread over rounds as a whisker. */
final class BarChart {

  private static final int WIDTH = 680;
  private static final int HEIGHT = 280;
  private static final int LEFT = 56;
  private static final int TOP = 24;
  private static final int BOTTOM = 244;
  private static final int TICKS = 4;
  private static final double WIDEST_BAR = 64;
  private static final double GAP = 4;
  private static final double LABEL_NEEDS = 30;

  private final String title;
  private final List<String> targets;
  private final List<Group> groups = new ArrayList<>();

  BarChart(String title, List<String> targets) {
    this.title = title;
    this.targets = targets;
  }

  private record Group(String label, List<List<Double>> values) {}

  /**
   * Adds a group.
   *
   * @param values for each target, the values of its rounds; may be none
   */
  void group(String label, List<List<Double>> values) {
    groups.add(new Group(label, values));
  }

  boolean isEmpty() {
    return groups.stream().allMatch(it -> it.values().stream().allMatch(List::isEmpty));
  }

  String draw() {
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    double most =
        groups.stream()
            .flatMap(it -> it.values().stream())
            .flatMap(List::stream)
            .mapToDouble(it -> it)
            .max()
            .orElse(1);
    double top = Numbers.roundUp(most > 0 ? most * 1.05 : 1);
    for (int i = 0; i <= TICKS; i++) {
      double y = BOTTOM - (double) i / TICKS * (BOTTOM - TOP);
      svg.line(i == 0 ? "axis" : "grid", LEFT, y, WIDTH, y);
      svg.text("tick end", LEFT - 6.0, y + 4, Numbers.human(top * i / TICKS));
    }
    double space = (double) (WIDTH - LEFT) / Math.max(1, groups.size());
    for (int i = 0; i < groups.size(); i++) {
      group(svg, groups.get(i), LEFT + i * space, space, (BOTTOM - TOP) / top);
    }
    return svg.toString();
  }

  private void group(Svg svg, Group group, double left, double space, double scale) {
    int count = targets.size();
    double width = Math.min(WIDEST_BAR, (space * 0.8 - GAP * (count - 1)) / count);
    double x = left + (space - width * count - GAP * (count - 1)) / 2;
    for (int i = 0; i < count; i++) {
      List<Double> values = group.values().get(i);
      if (!values.isEmpty()) {
        bar(svg, i, group.label(), values, x, width, scale);
      }
      x += width + GAP;
    }
    svg.text("label middle", left + space / 2, BOTTOM + 20.0, group.label());
  }

  private void bar(
      Svg svg,
      int target,
      String label,
      List<Double> values,
      double x,
      double width,
      double scale) {
    double mean = values.stream().mapToDouble(it -> it).average().orElse(0);
    double least = values.stream().mapToDouble(it -> it).min().orElse(0);
    double most = values.stream().mapToDouble(it -> it).max().orElse(0);
    String hint =
        "%s, %s: %s (%s to %s)"
            .formatted(
                targets.get(target),
                label,
                Numbers.human(mean),
                Numbers.human(least),
                Numbers.human(most));
    svg.box("fill " + Svg.colour(target), x, BOTTOM - mean * scale, width, mean * scale, hint);
    double middle = x + width / 2;
    if (values.size() > 1) {
      svg.line("whisker", middle, BOTTOM - least * scale, middle, BOTTOM - most * scale);
    }
    if (width >= LABEL_NEEDS) {
      svg.text("value middle", middle, BOTTOM - most * scale - 5, Numbers.human(mean));
    }
  }
}
