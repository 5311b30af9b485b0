package org.packhouse.app.web.pullrequest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.networks.insight.InsightAnnotation;

/**
 * A remark of a report on a line, as a diff shows it; text that nobody has looked at.
 *
 * @param kind what it is about, in words; null: unknown
 * @param link http or https; null: there is none
 */
record RemarkBox(
    String report,
    String message,
    @Nullable String kind,
    @Nullable String link,
    InsightAnnotation.Severity severity) {

  static RemarkBox of(InsightAnnotation it) {
    InsightAnnotation.Type type = it.remark().type();
    String kind =
        type == null
            ? null
            : switch (type) {
              case VULNERABILITY -> "Vulnerability";
              case CODE_SMELL -> "Code smell";
              case BUG -> "Bug";
            };
    return new RemarkBox(
        it.reportKey(), it.remark().message(), kind, it.remark().link(), it.severity());
  }

  /** The weight in a word. */
  public String word() {
    return switch (severity) {
      case LOW -> "Low";
      case MEDIUM -> "Medium";
      case HIGH -> "High";
    };
  }

  /** A class for its color. */
  public String color() {
    return switch (severity) {
      case LOW -> "open";
      case MEDIUM -> "warning";
      case HIGH -> "bad";
    };
  }

  /** Whether it is one; templates ask. */
  public boolean isRemark() {
    return true;
  }
}
