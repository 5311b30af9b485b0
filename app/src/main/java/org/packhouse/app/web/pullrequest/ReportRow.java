package org.packhouse.app.web.pullrequest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.networks.insight.InsightReport;
import org.packhouse.app.networks.insight.InsightReport.DatumType;
import org.packhouse.app.networks.insight.InsightReport.Result;

/**
 * A report of a program on a pull request's latest commit, as its page shows it; all of it text
 * that nobody has looked at.
 *
 * @param link http or https; null: there is none
 * @param figures in words
 * @param state in a word; empty: the report has no opinion
 * @param kind of the state, for its color
 */
record ReportRow(
    String title,
    @Nullable String text,
    @Nullable String link,
    List<String> figures,
    String state,
    String icon,
    String kind) {

  private static final int SHOWN = 6;

  static ReportRow of(InsightReport report) {
    InsightReport.Details details = report.details();
    List<String> figures = new ArrayList<>();
    for (InsightReport.Datum datum : details.data()) {
      boolean plain = datum.value().isValueNode() && datum.type() != DatumType.DATE;
      if (plain && figures.size() < SHOWN) {
        figures.add(
            "%s: %s%s".formatted(datum.title(), datum.value().asString(), unit(datum.type())));
      }
    }
    boolean failed = details.result() == Result.FAIL;
    return new ReportRow(
        details.title(),
        details.text(),
        details.link(),
        figures,
        details.result() == null ? "" : failed ? "Failed" : "Passed",
        details.result() == null ? "info-circle" : failed ? "x-circle" : "check-circle",
        details.result() == null ? "open" : failed ? "bad" : "good");
  }

  private static String unit(DatumType type) {
    return switch (type) {
      case PERCENTAGE -> " %";
      case DURATION -> " ms";
      default -> "";
    };
  }
}
