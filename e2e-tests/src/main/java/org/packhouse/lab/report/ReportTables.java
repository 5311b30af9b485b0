package org.packhouse.lab.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.packhouse.lab.load.OperationFigures;
import org.packhouse.lab.load.OperationFigures.ErrorCount;
import org.packhouse.lab.load.StageRecord;

/** The figures of the page, stage by stage. */
final class ReportTables {

  private final Report report;
  private final Summary summary;

  ReportTables(Report report, Summary summary) {
    this.report = report;
    this.summary = summary;
  }

  void addTo(StringBuilder page) {
    if (report.stages().isEmpty()) {
      return;
    }
    page.append("<h2>Operations, all rounds together</h2>\n");
    head(
        page,
        List.of("stage", "target", "operation"),
        List.of(
            "done",
            "a second",
            "p50 ms",
            "p90 ms",
            "p99 ms",
            "max ms",
            "server CPU p50 ms",
            "read",
            "written",
            "MB/s each",
            "errors"));
    for (int stage : summary.stages()) {
      for (String target : summary.targets()) {
        for (String operation : summary.operations()) {
          summary
              .operation(target, stage, operation)
              .ifPresent(it -> operation(page, stage, target, it));
        }
      }
    }
    page.append("</tbody>\n</table></div>\n<h2>Servers, round by round</h2>\n");
    head(
        page,
        List.of("stage", "target"),
        List.of(
            "round",
            "a second",
            "CPU s",
            "CPU ms an operation",
            "peak memory",
            "git processes",
            "lab's CPU s"));
    report.stages().forEach(it -> server(page, it));
    page.append("</tbody>\n</table></div>\n");
  }

  private static void head(StringBuilder page, List<String> words, List<String> figures) {
    page.append("<div class=\"table\"><table>\n<thead><tr>");
    words.forEach(it -> page.append("<th class=\"words\">").append(it).append("</th>"));
    figures.forEach(it -> page.append("<th>").append(it).append("</th>"));
    page.append("</tr></thead>\n<tbody>\n");
  }

  private void operation(StringBuilder page, int stage, String target, OperationFigures figures) {
    boolean done = figures.done() > 0;
    row(
        page,
        List.of(stage + ": " + summary.label(stage), target, figures.name()),
        List.of(
            Long.toString(figures.done()),
            Numbers.human(figures.within() / summary.seconds(target, stage)),
            done ? Numbers.human(Summary.millis(figures, 50)) : "-",
            done ? Numbers.human(Summary.millis(figures, 90)) : "-",
            done ? Numbers.human(Summary.millis(figures, 99)) : "-",
            done ? Numbers.human(Summary.millis(figures, 100)) : "-",
            Numbers.human(Summary.ownProcessorMillis(figures)),
            Numbers.bytes(figures.bytesRead()),
            Numbers.bytes(figures.bytesWritten()),
            Numbers.human(Summary.megabytesPerSecond(figures)),
            errors(figures.errors())));
  }

  private static String errors(Map<String, ErrorCount> errors) {
    return errors.isEmpty()
        ? "0"
        : errors.entrySet().stream()
            .map(it -> it.getValue().count() + " " + it.getKey())
            .collect(Collectors.joining(", "));
  }

  private void server(StringBuilder page, StageRecord stage) {
    boolean known = stage.server().known();
    row(
        page,
        List.of(stage.number() + ": " + summary.label(stage.number()), stage.target()),
        List.of(
            Integer.toString(stage.round()),
            Numbers.human(Summary.perSecond(stage)),
            known ? Numbers.human(stage.server().processorSeconds()) : "-",
            Numbers.human(Summary.processorMillis(stage)),
            known ? Numbers.bytes(stage.server().peakAnonymousBytes()) : "-",
            known ? Integer.toString(stage.server().peakGitProcesses()) : "-",
            Numbers.human(stage.figures().labProcessorNanos() / 1e9)));
  }

  private static void row(StringBuilder page, List<String> words, List<String> figures) {
    page.append("<tr>");
    words.forEach(it -> page.append("<td class=\"words\">").append(Svg.escape(it)).append("</td>"));
    figures.forEach(it -> page.append("<td>").append(Svg.escape(it)).append("</td>"));
    page.append("</tr>\n");
  }
}
