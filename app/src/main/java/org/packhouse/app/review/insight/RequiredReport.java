package org.packhouse.app.review.insight;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.EnforcedRule;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.ReportFields;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;

/**
 * A report that the latest commit of a pull request must have before it is merged.
 *
 * @param key that the condition itself is named by there
 * @param reportKey of the report
 * @param mustPass whether the report must say that nothing is wrong
 * @param minSeverity remarks of that severity or a graver one keep a merge back; null: none does
 * @param reporters whose report is accepted
 * @param enforced whether a project's holds in all its repositories, whatever they say
 */
public record RequiredReport(
    SettingScope scope,
    String key,
    String reportKey,
    boolean mustPass,
    @Nullable Severity minSeverity,
    Reporters reporters,
    boolean enforced) {

  /**
   * What a client has typed or sent.
   *
   * @param reportKey null: the same as the key of the condition
   * @param mustPass null: it must pass
   * @param minSeverity name of one; null or empty: remarks do not matter
   * @param reporters whose report is accepted
   * @param enforced whether repositories may not loosen it; only a project may say so
   * @throws InvalidFieldException about all that breaks a rule
   */
  public static RequiredReport checked(
      SettingScope scope,
      @Nullable String key,
      @Nullable String reportKey,
      @Nullable Boolean mustPass,
      @Nullable String minSeverity,
      Reporters reporters,
      boolean enforced) {
    InvalidFieldException.checkAll(
        () -> ReportFields.required("key", key, ReportFields.MAX_KEY),
        () -> ReportFields.optional("reportKey", reportKey, ReportFields.MAX_KEY),
        () -> severity(minSeverity),
        () -> {
          if (enforced) {
            EnforcedRule.requireProject(scope);
          }
        });
    String name = ReportFields.required("key", key, ReportFields.MAX_KEY);
    String report =
        reportKey == null || reportKey.isBlank()
            ? name
            : ReportFields.required("reportKey", reportKey, ReportFields.MAX_KEY);
    return new RequiredReport(
        scope,
        name,
        report,
        !Boolean.FALSE.equals(mustPass),
        severity(minSeverity),
        reporters,
        enforced);
  }

  /** Whether a repository's condition in the place of this one would let more be merged. */
  boolean isLoosenedBy(RequiredReport own) {
    return !own.reportKey().equals(reportKey)
        || (mustPass && !own.mustPass())
        || (minSeverity != null
            && (own.minSeverity() == null || own.minSeverity().compareTo(minSeverity) > 0))
        || !reporters.includes(own.reporters());
  }

  private static @Nullable Severity severity(@Nullable String name) {
    return name == null || name.isBlank()
        ? null
        : ReportFields.constant("minSeverity", name, Severity.class);
  }
}
