package org.packhouse.app.review.insight;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.build.Author;
import tools.jackson.databind.JsonNode;

/**
 * A report of a program on a commit, as it has told it last.
 *
 * @param author who has told it; null: not known
 */
public record InsightReport(
    String key, Details details, Instant createdAt, @Nullable Author author) {

  /** The opinion of a report. */
  public enum Result {
    /** Nothing is wrong. */
    PASS,
    /** Something is wrong. */
    FAIL
  }

  /**
   * A description of a report, as text that nobody has looked at; addresses are http or https.
   *
   * @param text a few sentences
   * @param reporter who made it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Details(
      String title,
      @Nullable String text,
      @Nullable Result result,
      @Nullable String reporter,
      @Nullable String link,
      @Nullable String logoUrl,
      List<Datum> data) {}

  /**
   * A figure of a report.
   *
   * @param type the way to show it
   * @param value as the type says
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Datum(String title, DatumType type, JsonNode value) {}

  /** A way to show a figure. */
  public enum DatumType {
    /** Yes or no. */
    BOOLEAN,
    /** Milliseconds since 1970. */
    DATE,
    /** Milliseconds. */
    DURATION,
    /** An object with {@code href} and {@code linktext}. */
    LINK,
    /** A number. */
    NUMBER,
    /** A number from 0 to 100. */
    PERCENTAGE,
    /** Text. */
    TEXT
  }
}
