package org.packhouse.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Rows along a common axis: response times from their median to their maximum, or ratios with their
 * spread. The axis is logarithmic where values lie far apart.
 */
final class RowChart {

  private static final int WIDTH = 680;
  private static final int LEFT = 190;
  private static final int RIGHT = 500;
  private static final int ROW = 24;
  private static final int TOP = 10;
  private static final int AXIS = 30;
  private static final double FAR_APART = 30;

  /** Ratios are drawn from a half to two at least. */
  private static final double MIN_REACH = 2;

  private final String title;
  private final boolean ratios;
  private final List<Row> rows = new ArrayList<>();

  private RowChart(String title, boolean ratios) {
    this.title = title;
    this.ratios = ratios;
  }

  /** Rows of times in milliseconds. */
  static RowChart times(String title) {
    return new RowChart(title, false);
  }

  /** Rows of ratios, with a line at one. */
  static RowChart ratios(String title) {
    return new RowChart(title, true);
  }

  /**
   * One row.
   *
   * @param values from least to most; the first of times and the middle of ratios is the main one
   * @param words what stands at its end
   */
  record Row(String label, int target, List<Double> values, String words) {}

  void row(Row row) {
    rows.add(row);
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  String draw() {
    int bottom = TOP + ROW * rows.size();
    Svg svg = new Svg(WIDTH, bottom + AXIS, title);
    Scale scale = scale();
    for (double tick : scale.ticks()) {
      double x = scale.x(tick);
      svg.line(ratios && tick == 1 ? "one" : "grid", x, TOP, x, bottom);
      svg.text("tick middle", x, bottom + 18.0, Numbers.human(tick));
    }
    for (int i = 0; i < rows.size(); i++) {
      draw(svg, rows.get(i), scale, TOP + ROW * i + ROW / 2.0);
    }
    return svg.toString();
  }

  private void draw(Svg svg, Row row, Scale scale, double y) {
    String colour = Svg.colour(row.target());
    List<Double> values = row.values();
    svg.text("label end", LEFT - 14.0, y + 4, row.label());
    svg.line("range " + colour, scale.x(values.getFirst()), y, scale.x(values.getLast()), y);
    int main = ratios ? values.size() / 2 : 0;
    for (int i = 0; i < values.size(); i++) {
      String hint = row.label() + ": " + row.words();
      boolean hollow = !ratios && i == values.size() - 1;
      svg.dot(
          (hollow ? "hollow " : "fill ") + colour,
          scale.x(values.get(i)),
          y,
          i == main ? 5.5 : 3.5,
          hint);
    }
    svg.text("value", RIGHT + 14.0, y + 4, row.words());
  }

  private Scale scale() {
    double least = values().filter(it -> it > 0).min().orElse(1);
    double most = Math.max(least, values().max().orElse(1));
    if (ratios) {
      double reach = Math.max(MIN_REACH, Math.max(most, 1 / least));
      return new Scale(true, 1 / reach / 1.05, reach * 1.05);
    }
    return most / least > FAR_APART
        ? new Scale(true, least * 0.9, most * 1.1)
        : new Scale(false, 0, Numbers.roundUp(most));
  }

  private DoubleStream values() {
    return rows.stream().flatMap(it -> it.values().stream()).mapToDouble(it -> it);
  }

  private record Scale(boolean logarithmic, double least, double most) {

    double x(double value) {
      double part =
          logarithmic
              ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
              : value / most;
      return LEFT + part * (RIGHT - LEFT);
    }

    List<Double> ticks() {
      List<Double> ticks = new ArrayList<>();
      if (!logarithmic) {
        for (int i = 0; i <= 4; i++) {
          ticks.add(most * i / 4);
        }
        return ticks;
      }
      double[] steps = most / least > 200 ? new double[] {1} : new double[] {1, 2, 5};
      for (double power = Math.pow(10, Math.floor(Math.log10(least))); power <= most; power *= 10) {
        for (double step : steps) {
          double tick = step * power;
          if (tick >= least && tick <= most) {
            ticks.add(tick);
          }
        }
      }
      return ticks;
    }
  }
}
