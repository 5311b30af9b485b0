package org.packhouse.app.review.insight;

import org.jspecify.annotations.Nullable;

/**
 * A remark of a report on a line.
 *
 * @param externalId the program's own name for it
 * @param line from 1; 0: it is about the whole file
 * @param path null: it is about the whole repository
 */
public record InsightAnnotation(
    String reportKey,
    @Nullable String externalId,
    @Nullable String path,
    int line,
    Severity severity,
    Remark remark) {

  /**
   * The words of a remark, as text that nobody has looked at.
   *
   * @param link http or https
   */
  public record Remark(String message, @Nullable Type type, @Nullable String link) {}

  /** The weight of a remark. */
  public enum Severity {
    /** A matter of taste. */
    LOW,
    /** Worth a look. */
    MEDIUM,
    /** To be mended. */
    HIGH
  }

  /** The kind of a remark. */
  public enum Type {
    /** Somebody could do harm by it. */
    VULNERABILITY,
    /** Hard to read or to change. */
    CODE_SMELL,
    /** It does what it should not. */
    BUG
  }
}
