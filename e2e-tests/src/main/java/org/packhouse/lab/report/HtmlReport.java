package org.packhouse.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The report as one page that needs nothing from anywhere: no script, no file beside it. */
final class HtmlReport {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Report report;
  private final Summary summary;

  HtmlReport(Report report) {
    this.report = report;
    this.summary = new Summary(report);
  }

  String text() {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>")
        .append(Svg.escape(report.experiment().name()))
        .append(" - load lab</title>\n<style>\n")
        .append(style())
        .append("</style>\n</head>\n<body>\n<main>\n");
    head(page);
    new ReportCharts(report, summary).addTo(page);
    new ReportTables(report, summary).addTo(page);
    return page.append("</main>\n</body>\n</html>\n").toString();
  }

  private void head(StringBuilder page) {
    page.append("<h1>").append(Svg.escape(report.experiment().name())).append("</h1>\n");
    paragraph(page, "", report.experiment().shows());
    if (report.failure() != null) {
      paragraph(page, "failure", "This run failed: " + report.failure());
    }
    Machine machine = report.machine();
    paragraph(
        page,
        "soft",
        "%s%s, seed %d, %d %s. %d processors (%s), %s of memory, %s, Java %s, git %s, Packhouse %s."
            .formatted(
                DATE.format(report.began()),
                report.quick() ? ", a quick run" : "",
                report.experiment().seed(),
                report.experiment().rounds(),
                report.experiment().rounds() == 1 ? "round" : "rounds",
                machine.processors(),
                machine.processorModel(),
                Numbers.bytes(machine.memoryBytes()),
                machine.system(),
                machine.java(),
                machine.git(),
                machine.packhouse()));
    paragraph(page, "soft", ownCost(summary) + " Clients ran " + where(report.clients()) + ".");
    report.notes().forEach(it -> paragraph(page, "soft", it));
  }

  private static String where(List<String> clients) {
    return clients.isEmpty() ? "in the lab's process" : "on " + String.join(", ", clients);
  }

  /** What the lab itself took, in one sentence. */
  static String ownCost(Summary summary) {
    long ended = summary.ended();
    return "The lab's own clients took %s s of processor time%s."
        .formatted(
            Numbers.human(summary.labSeconds()),
            ended == 0
                ? ""
                : ", " + Numbers.human(summary.labSeconds() * 1000 / ended) + " ms an operation");
  }

  private static void paragraph(StringBuilder page, String style, String words) {
    page.append(style.isEmpty() ? "<p>" : "<p class=\"" + style + "\">")
        .append(Svg.escape(words))
        .append("</p>\n");
  }

  private static String style() {
    try (InputStream stream =
        Objects.requireNonNull(HtmlReport.class.getResourceAsStream("report.css"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read report.css", e);
    }
  }
}
