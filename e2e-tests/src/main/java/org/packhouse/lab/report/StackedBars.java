package org.packhouse.lab.report;

import java.util.List;
import java.util.stream.Stream;

/** One bar for each target, made of parts that lie end to end. */
final class StackedBars {

  private static final int WIDTH = 680;
  private static final int LEFT = 110;
  private static final int RIGHT = 620;
  private static final int ROW = 44;
  private static final int BAR = 28;
  private static final int TOP = 8;
  private static final int AXIS = 28;
  private static final int TICKS = 4;

  /** As many as there are colours but for one, which is for all others. */
  private static final int MAX_PARTS = 11;

  private static final String OTHERS = "all others";

  private final Ledgers ledgers;
  private final List<String> parts;

  /**
   * Bars of what operations took.
   *
   * @param accounts in the order in which they lie; the last are drawn together if they are many
   */
  StackedBars(Ledgers ledgers, List<String> accounts) {
    this.ledgers = ledgers;
    this.parts = accounts.subList(0, Math.min(MAX_PARTS, accounts.size()));
  }

  /** What the colours stand for. */
  List<String> legend() {
    return Stream.concat(parts.stream(), Stream.of(OTHERS)).toList();
  }

  String draw(String title) {
    List<String> targets = ledgers.targets();
    int bottom = TOP + ROW * targets.size();
    Svg svg = new Svg(WIDTH, bottom + AXIS, title);
    double most = targets.stream().mapToDouble(ledgers::sum).max().orElse(1);
    double top = Numbers.roundUp(most > 0 ? most : 1);
    for (int i = 0; i <= TICKS; i++) {
      double x = LEFT + (double) i / TICKS * (RIGHT - LEFT);
      svg.line(i == 0 ? "axis" : "grid", x, TOP, x, bottom);
      svg.text("tick middle", x, bottom + 18.0, Numbers.human(top * i / TICKS));
    }
    for (int i = 0; i < targets.size(); i++) {
      bar(svg, targets.get(i), TOP + ROW * i + (ROW - BAR) / 2.0, (RIGHT - LEFT) / top);
    }
    return svg.toString();
  }

  private void bar(Svg svg, String target, double y, double scale) {
    svg.text("label end", LEFT - 10.0, y + BAR / 2.0 + 4, target);
    double x = LEFT;
    double left = ledgers.sum(target);
    List<String> all = legend();
    for (int i = 0; i < all.size(); i++) {
      double millis = i < parts.size() ? ledgers.millis(target, parts.get(i)) : left;
      left -= millis;
      if (millis > 0) {
        String hint = "%s, %s: %s ms".formatted(target, all.get(i), Numbers.human(millis));
        svg.box("fill " + Svg.shade(i), x, y, millis * scale, BAR, hint);
        x += millis * scale;
      }
    }
    svg.text("value", x + 8, y + BAR / 2.0 + 4, Numbers.human(ledgers.sum(target)));
  }
}
