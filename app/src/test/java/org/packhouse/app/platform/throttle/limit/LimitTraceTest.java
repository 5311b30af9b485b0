package org.packhouse.app.platform.throttle.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.throttle.limit.TraceMachine.Step;

/** Draws the trace in the documentation, and finds out when that is an old one. */
class LimitTraceTest {

  private static final Path CHART = Path.of("../docs/limit-trace.svg");
  private static final int PROCESSORS = 8;
  private static final int WIDTH = 720;
  private static final int HEIGHT = 150;
  private static final int LEFT = 45;

  @Test
  void isInTheDocumentation() throws IOException {
    LimitRule rule = new LimitRule(PROCESSORS, 12 * PROCESSORS, 0.75);
    List<Step> trace =
        new TraceMachine(PROCESSORS, 0.1, rule)
            .wanted(i -> i < 5 ? 0 : 200)
            .background(i -> i < 40 ? 0 : 0.4 * PROCESSORS)
            .memory(i -> i < 80 ? 1000 : 20)
            .noise(0.03)
            .run(PROCESSORS, 120);
    String chart = chart(trace);
    Path target = Files.createDirectories(Path.of("target")).resolve("limit-trace.svg");
    Files.writeString(target, chart);
    assertThat(CHART).as("The right one is app/" + target).hasContent(chart);
  }

  private static String chart(List<Step> trace) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-size=\"12\""
                + " font-family=\"sans-serif\">\n")
            .formatted(WIDTH + LEFT + 30, 2 * HEIGHT + 75));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    axis(svg, 20, "tickets", "64");
    line(svg, trace, 20, 64, "#888888", Step::used);
    line(svg, trace, 20, 64, "#1f6feb", Step::limit);
    int second = HEIGHT + 45;
    axis(svg, second, "load of the processors", "100 %");
    line(svg, trace, second, 1, "#bbbbbb", step -> step.background() / PROCESSORS);
    line(svg, trace, second, 1, "#2da44e", Step::cpu);
    line(svg, trace, second, 1, "#cf222e", _ -> 0.75);
    text(svg, LEFT + 160, 14, "#1f6feb", "limit");
    text(svg, LEFT + 200, 14, "#888888", "out");
    text(svg, LEFT + 240, second - 6, "#2da44e", "load");
    text(svg, LEFT + 280, second - 6, "#bbbbbb", "of something else");
    text(svg, LEFT + 400, second - 6, "#cf222e", "target");
    for (int i = 0; i <= trace.size(); i += 20) {
      text(svg, x(i, trace), second + HEIGHT + 18, "black", Integer.toString(i));
    }
    return svg.append("</svg>\n").toString();
  }

  private static void axis(StringBuilder svg, int top, String title, String most) {
    svg.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#cccccc\"/>\n"
            .formatted(LEFT, top, WIDTH, HEIGHT));
    text(svg, LEFT, top - 6, "black", title);
    text(svg, 4, top + 10, "black", most);
    text(svg, 30, top + HEIGHT, "black", "0");
  }

  private static void text(StringBuilder svg, double x, int y, String colour, String text) {
    svg.append(
        "<text x=\"%s\" y=\"%d\" fill=\"%s\">%s</text>\n".formatted(rounded(x), y, colour, text));
  }

  private static void line(
      StringBuilder svg,
      List<Step> trace,
      int top,
      double most,
      String colour,
      ToDoubleFunction<Step> value) {
    svg.append(
        "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"".formatted(colour));
    for (int i = 0; i < trace.size(); i++) {
      double part = Math.min(1, value.applyAsDouble(trace.get(i)) / most);
      svg.append(rounded(x(i, trace))).append(',').append(rounded(top + HEIGHT * (1 - part)));
      svg.append(i + 1 < trace.size() ? " " : "\"/>\n");
    }
  }

  private static double x(int step, List<Step> trace) {
    return LEFT + (double) WIDTH * step / trace.size();
  }

  private static String rounded(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
