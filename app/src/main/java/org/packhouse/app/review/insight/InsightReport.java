package org.packhouse.app.review.insight;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.build.Author;
import tools.jackson.databind.JsonNode;

/** The last report of a program on a commit; the author is null if unknown. */
public record InsightReport(
    String key, Details details, Instant createdAt, @Nullable Author author) {

  public enum Result {
    PASS,
    FAIL
  }

  /** A description, unsanitised; addresses are http or https. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Details(
      String title,
      @Nullable String text,
      @Nullable Result result,
      @Nullable String reporter,
      @Nullable String link,
      @Nullable String logoUrl,
      List<Datum> data) {}

  /** A figure of a report; its value is as the type says. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Datum(String title, DatumType type, JsonNode value) {}

  public enum DatumType {
    BOOLEAN,
    /** Milliseconds since 1970. */
    DATE,
    /** Milliseconds. */
    DURATION,
    /** An object with {@code href} and {@code linktext}. */
    LINK,
    NUMBER,
    /** From 0 to 100. */
    PERCENTAGE,
    TEXT
  }
}
