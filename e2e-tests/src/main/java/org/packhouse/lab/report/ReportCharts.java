package org.packhouse.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.packhouse.lab.load.OperationFigures;
import org.packhouse.lab.load.ServerCost.Sample;
import org.packhouse.lab.load.StageRecord;
import org.packhouse.lab.report.RowChart.Row;
import org.packhouse.lab.report.TimeChart.Point;

/** The charts of the page. */
final class ReportCharts {

  private static final double MEGABYTE = 1 << 20;

  private final Report report;
  private final Summary summary;
  private final List<String> targets;

  ReportCharts(Report report, Summary summary) {
    this.report = report;
    this.summary = summary;
    this.targets = summary.targets();
  }

  void addTo(StringBuilder page) {
    if (report.stages().isEmpty()) {
      return;
    }
    ledger(page);
    section(page, "Throughput and cost");
    bars(
        page,
        "Throughput, operations a second",
        "More is better. The line in a bar spans its rounds.",
        Summary::perSecond);
    bars(
        page,
        "Processor time of the server, milliseconds an operation",
        "Less is better. Its whole process tree, "
            + (summary.operations().size() > 1
                ? "of all operations together."
                : "ended processes included."),
        Summary::processorMillis);
    page.append("</div>\n");
    section(page, "Response times");
    summary.operations().forEach(it -> times(page, it));
    page.append("</div>\n");
    ratios(page);
    overTime(page);
  }

  private static void section(StringBuilder page, String title) {
    page.append("<h2>").append(title).append("</h2>\n<div class=\"charts\">\n");
  }

  private void ledger(StringBuilder page) {
    Ledgers ledgers = new Ledgers(summary);
    if (ledgers.isEmpty()) {
      return;
    }
    section(page, "One operation alone");
    String title = "Processor time of one operation with all that follows it, milliseconds";
    StackedBars bars = new StackedBars(ledgers, ledgers.accounts());
    figure(
        page,
        title,
        "Less is better. The whole process tree until it is idle again; what it takes when idle is"
            + " taken off.",
        bars.legend(),
        bars.draw(title));
    page.append("</div>\n<pre>")
        .append(Svg.escape(new LedgerTable(ledgers).text().strip()))
        .append("</pre>\n");
  }

  private void figure(StringBuilder page, String title, String caption, String drawing) {
    figure(page, title, caption, targets, drawing);
  }

  /**
   * @param series what the colours of the drawing stand for
   */
  private static void figure(
      StringBuilder page, String title, String caption, List<String> series, String drawing) {
    page.append("<figure>\n<h3>").append(Svg.escape(title)).append("</h3>\n");
    page.append("<ul class=\"legend\">");
    for (int i = 0; i < series.size(); i++) {
      page.append("<li><i class=\"")
          .append(Svg.shade(i))
          .append("\"></i>")
          .append(Svg.escape(series.get(i)))
          .append("</li>");
    }
    page.append("</ul>\n").append(drawing);
    page.append("<figcaption>").append(Svg.escape(caption)).append("</figcaption>\n</figure>\n");
  }

  private void bars(
      StringBuilder page, String title, String caption, ToDoubleFunction<StageRecord> value) {
    BarChart chart = new BarChart(title, targets);
    for (int stage : summary.stages()) {
      List<List<Double>> values = new ArrayList<>();
      for (String target : targets) {
        values.add(
            summary.rounds(target, stage).stream()
                .mapToDouble(value)
                .filter(Double::isFinite)
                .boxed()
                .toList());
      }
      chart.group(summary.label(stage), values);
    }
    if (!chart.isEmpty()) {
      figure(page, title, caption, chart.draw());
    }
  }

  private void times(StringBuilder page, String operation) {
    RowChart chart = RowChart.times(operation);
    for (int stage : summary.stages()) {
      for (int i = 0; i < targets.size(); i++) {
        Optional<OperationFigures> figures =
            summary.operation(targets.get(i), stage, operation).filter(it -> it.done() > 0);
        if (figures.isPresent()) {
          chart.row(timesRow(summary.label(stage), i, figures.get()));
        }
      }
    }
    if (!chart.isEmpty()) {
      figure(
          page,
          operation + ", milliseconds",
          "Large dot: the median; then 90 and 99 of 100; hollow: the longest"
              + (report.experiment().load().open() ? ". Counted from when one was due." : "."),
          chart.draw());
    }
  }

  private static Row timesRow(String label, int target, OperationFigures figures) {
    double median = Summary.millis(figures, 50);
    double last = Summary.millis(figures, 99);
    return new Row(
        label,
        target,
        List.of(median, Summary.millis(figures, 90), last, Summary.millis(figures, 100)),
        "p50 %s, p99 %s".formatted(Numbers.human(median), Numbers.human(last)));
  }

  private void ratios(StringBuilder page) {
    List<Ratio> ratios = summary.ratios();
    if (ratios.isEmpty()) {
      return;
    }
    section(page, "Against " + Svg.escape(targets.getFirst()));
    for (String name : ratios.stream().map(Ratio::figure).distinct().toList()) {
      RowChart chart = RowChart.ratios(name);
      ratios.stream().filter(it -> it.figure().equals(name)).forEach(it -> chart.row(ratioRow(it)));
      figure(
          page,
          name,
          name.equals(Summary.THROUGHPUT)
              ? "More than 1 is better than " + targets.getFirst() + ". Small dots: each round."
              : "Less than 1 is better than " + targets.getFirst() + ". Small dots: each round.",
          chart.draw());
    }
    page.append("</div>\n");
  }

  private Row ratioRow(Ratio ratio) {
    List<Double> values =
        ratio.values().size() == 1
            ? ratio.values()
            : List.of(ratio.least(), ratio.mean(), ratio.most());
    return new Row(
        summary.label(ratio.stage()),
        targets.indexOf(ratio.target()),
        values,
        ratio.values().size() == 1
            ? Numbers.human(ratio.mean())
            : "%s (%s to %s)"
                .formatted(
                    Numbers.human(ratio.mean()),
                    Numbers.human(ratio.least()),
                    Numbers.human(ratio.most())));
  }

  private void overTime(StringBuilder page) {
    TimeChart processes = new TimeChart("Git processes");
    TimeChart memory = new TimeChart("Memory");
    for (int i = 0; i < targets.size(); i++) {
      String target = targets.get(i);
      List<StageRecord> turn =
          report.stages().stream()
              .filter(it -> it.target().equals(target) && it.round() == 1 && it.server().known())
              .toList();
      processes.line(i, points(turn, Sample::gitProcesses));
      memory.line(i, points(turn, it -> it.anonymousBytes() / MEGABYTE));
    }
    if (processes.isEmpty()) {
      return;
    }
    section(page, "The server over time");
    String caption = "First round, all stages one after another, the warm-up left out.";
    figure(page, "Git processes at once", caption, processes.draw());
    figure(
        page,
        "Memory of the server's processes that is no mapped file, MB",
        caption,
        memory.draw());
    page.append("</div>\n");
  }

  private static List<Point> points(List<StageRecord> turn, ToDoubleFunction<Sample> value) {
    List<Point> points = new ArrayList<>();
    double offset = 0;
    for (StageRecord stage : turn) {
      double last = 0;
      for (Sample sample : stage.server().samples()) {
        last = sample.seconds();
        points.add(new Point(offset + last, value.applyAsDouble(sample)));
      }
      offset += last;
    }
    return points;
  }
}
