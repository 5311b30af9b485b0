package org.packhouse.app.web.insight;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.insight.InsightReport;
import org.packhouse.app.review.insight.InsightReport.Datum;
import org.packhouse.app.review.insight.InsightReport.Result;
import org.packhouse.app.web.layout.Links;
import tools.jackson.databind.JsonNode;

/** A report on a commit, as pages show it; untrusted text. */
public record ReportRow(
    String key,
    InsightReport.Details details,
    List<Figure> figures,
    State state,
    Instant when,
    String url) {

  public record State(String word, String icon, String kind) {

    private static State of(@Nullable Result result) {
      return switch (result) {
        case null -> new State("", "info-circle", "open");
        case FAIL -> new State("Failed", "x-circle", "bad");
        case PASS -> new State("Passed", "check-circle", "good");
      };
    }
  }

  public record Figure(String title, String words, @Nullable String link, @Nullable Instant time) {

    private static Figure of(Datum datum) {
      JsonNode value = datum.value();
      String title = datum.title();
      return switch (datum.type()) {
        case BOOLEAN -> new Figure(title, value.asBoolean() ? "Yes" : "No", null, null);
        case DATE -> new Figure(title, "", null, Instant.ofEpochMilli(value.asLong()));
        case DURATION -> new Figure(title, words(Duration.ofMillis(value.asLong())), null, null);
        case LINK -> ofLink(title, value);
        case NUMBER, TEXT -> new Figure(title, value.asString(), null, null);
        case PERCENTAGE -> new Figure(title, value.asString() + " %", null, null);
      };
    }

    private static Figure ofLink(String title, JsonNode value) {
      String address = value.path("href").asString("");
      String words = value.path("linktext").asString("");
      return new Figure(title, words.isBlank() ? address : words, address, null);
    }

    private static String words(Duration took) {
      if (took.compareTo(Duration.ofSeconds(1)) < 0) {
        return took.toMillis() + " ms";
      }
      List<String> words = new ArrayList<>();
      if (took.toHours() > 0) {
        words.add(took.toHours() + " h");
      }
      if (took.toMinutesPart() > 0) {
        words.add(took.toMinutesPart() + " min");
      }
      if (took.toSecondsPart() > 0) {
        words.add(took.toSecondsPart() + " s");
      }
      return String.join(" ", words);
    }
  }

  static ReportRow of(InsightReport report, String url) {
    InsightReport.Details details = report.details();
    return new ReportRow(
        report.key(),
        details,
        details.data().stream().map(Figure::of).toList(),
        State.of(details.result()),
        report.createdAt(),
        url + "?report=" + Links.encode(report.key()));
  }
}
