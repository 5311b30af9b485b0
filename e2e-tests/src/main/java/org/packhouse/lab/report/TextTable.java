package org.packhouse.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.packhouse.lab.load.OperationFigures;

/** The figures that matter most, in a hundred columns. */
final class TextTable {

  private static final int STAGE = 14;
  private static final int TARGET = 13;
  private static final int OPERATION = 19;
  private static final int FIGURE = 40;

  private final Summary summary;

  TextTable(Summary summary) {
    this.summary = summary;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        row(
            "stage",
            "target",
            "operation",
            "per s",
            "p50 ms",
            "p99 ms",
            "max ms",
            "errors",
            "CPU ms"));
    for (int stage : summary.stages()) {
      for (String target : summary.targets()) {
        rows(text, stage, target);
      }
    }
    ownProcessor(text);
    text.append(new LedgerTable(new Ledgers(summary)).text());
    ratios(text);
    return text.toString();
  }

  private void rows(StringBuilder text, int stage, String target) {
    List<OperationFigures> done = new ArrayList<>();
    for (String name : summary.operations()) {
      Optional<OperationFigures> figures = summary.operation(target, stage, name);
      figures.filter(it -> it.done() + it.failed() > 0).ifPresent(done::add);
    }
    double processor = summary.processorMillis(target, stage);
    String label = stage + ": " + summary.label(stage);
    for (OperationFigures each : done) {
      text.append(
          row(
              label,
              target,
              each.name(),
              Numbers.human(each.within() / summary.seconds(target, stage)),
              millis(each, 50),
              millis(each, 99),
              millis(each, 100),
              Long.toString(each.failed()),
              done.size() == 1 ? Numbers.human(processor) : ""));
    }
    if (done.size() > 1) {
      double perSecond =
          done.stream().mapToDouble(OperationFigures::within).sum()
              / summary.seconds(target, stage);
      long failed = done.stream().mapToLong(OperationFigures::failed).sum();
      text.append(
          row(
              label,
              target,
              "all together",
              Numbers.human(perSecond),
              "",
              "",
              "",
              Long.toString(failed),
              Numbers.human(processor)));
    }
  }

  /** Where one worker was alone with a server. */
  private void ownProcessor(StringBuilder text) {
    StringBuilder lines = new StringBuilder();
    for (int stage : summary.stages()) {
      for (String target : summary.targets()) {
        for (String name : summary.operations()) {
          summary
              .operation(target, stage, name)
              .filter(it -> it.processor().getTotalCount() > 0)
              .ifPresent(it -> lines.append(ownProcessor(stage, target, it)));
        }
      }
    }
    if (!lines.isEmpty()) {
      text.append("\nThe server's CPU for one operation by itself, ms:\n").append(lines);
    }
  }

  private String ownProcessor(int stage, String target, OperationFigures figures) {
    return String.format(
        Locale.ROOT,
        "  %-14s %-13s %-26s p50 %s, mean %s%n",
        cut(stage + ": " + summary.label(stage), STAGE),
        cut(target, TARGET),
        cut(figures.name(), FIGURE),
        Numbers.human(Summary.ownProcessorMillis(figures)),
        Numbers.human(figures.processor().getMean() / 1e3));
  }

  private static String millis(OperationFigures figures, double percentile) {
    return figures.done() == 0 ? "-" : Numbers.human(Summary.millis(figures, percentile));
  }

  private void ratios(StringBuilder text) {
    List<Ratio> ratios =
        summary.ratios().stream()
            .filter(it ->
                it.figure().equals(Summary.THROUGHPUT)
                    || it.figure().equals(Summary.PROCESSOR)
                    || it.figure().startsWith(Summary.OWN_PROCESSOR))
            .toList();
    if (ratios.isEmpty()) {
      return;
    }
    text.append("\nAgainst ").append(summary.targets().getFirst()).append(", least to most:\n");
    for (Ratio ratio : ratios) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-14s %-13s %-26s %s (%s to %s)%n",
              cut(ratio.stage() + ": " + summary.label(ratio.stage()), STAGE),
              cut(ratio.target(), TARGET),
              cut(ratio.figure(), FIGURE),
              Numbers.human(ratio.mean()),
              Numbers.human(ratio.least()),
              Numbers.human(ratio.most())));
    }
  }

  private static String row(String stage, String target, String operation, String... figures) {
    Object[] cells = new Object[3 + figures.length];
    cells[0] = cut(stage, STAGE);
    cells[1] = cut(target, TARGET);
    cells[2] = cut(operation, OPERATION);
    System.arraycopy(figures, 0, cells, 3, figures.length);
    return String.format(Locale.ROOT, "%-14s %-13s %-19s %8s %8s %8s %8s %6s %8s", cells)
            .stripTrailing()
        + "\n";
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 2) + "..";
  }
}
