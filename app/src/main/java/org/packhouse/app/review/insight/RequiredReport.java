package org.packhouse.app.review.insight;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.EnforcedRule;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.ReportFields;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;

/**
 * A report that the tip of a pull request's source must have before it is merged.
 *
 * @param key of the condition
 * @param minSeverity annotations this severe or worse veto the merge; null: none does
 * @param enforced whether the project's condition holds besides a repository's
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
   * Returns a checked condition. A null report key is the condition's own, a null {@code mustPass}
   * is true, and a blank severity is none.
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

  /** Returns whether a repository's condition of this key would let more be merged. */
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
