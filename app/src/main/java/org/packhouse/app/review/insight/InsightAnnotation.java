package org.packhouse.app.review.insight;

import org.jspecify.annotations.Nullable;

/**
 * An annotation of a report, with the program's own id. Line 0 is the whole file, a null path the
 * whole repository.
 */
public record InsightAnnotation(
    String reportKey,
    @Nullable String externalId,
    @Nullable String path,
    int line,
    Severity severity,
    Remark remark) {

  /** The text of an annotation, unsanitised; the link is http or https. */
  public record Remark(String message, @Nullable Type type, @Nullable String link) {}

  public enum Severity {
    LOW,
    MEDIUM,
    HIGH
  }

  public enum Type {
    VULNERABILITY,
    CODE_SMELL,
    BUG
  }
}
