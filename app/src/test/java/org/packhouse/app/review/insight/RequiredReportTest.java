package org.packhouse.app.review.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.hosting.repository.setting.SettingScope.Level;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.Reporters;
import org.packhouse.app.review.insight.InsightAnnotation.Severity;

class RequiredReportTest {

  private static final SettingScope PROJECT = new SettingScope(Level.PROJECT, 1L);
  private static final SettingScope REPOSITORY = new SettingScope(Level.REPOSITORY, 2L);
  private static final Reporters ADA = new Reporters(Set.of(1L), Set.of(), Set.of());
  private static final Reporters ADA_AND_BOB = new Reporters(Set.of(1L, 2L), Set.of(), Set.of());

  private static RequiredReport condition(
      boolean mustPass, @Nullable Severity severity, Reporters reporters) {
    return new RequiredReport(PROJECT, "lint", "lint", mustPass, severity, reporters, true);
  }

  @Test
  void namesItsOwnReportThatMustPassUnlessToldOtherwise() {
    RequiredReport usual =
        RequiredReport.checked(REPOSITORY, "lint", null, null, " ", Reporters.ANYBODY, false);
    assertThat(usual)
        .isEqualTo(
            new RequiredReport(REPOSITORY, "lint", "lint", true, null, Reporters.ANYBODY, false));
    assertThat(
            RequiredReport.checked(
                PROJECT, "lint", "eslint", false, "HIGH", Reporters.ANYBODY, true))
        .isEqualTo(
            new RequiredReport(
                PROJECT, "lint", "eslint", false, Severity.HIGH, Reporters.ANYBODY, true));
  }

  @Test
  void tellsOfEachFieldThatBreaksARule() {
    assertThatThrownBy(() ->
            RequiredReport.checked(
                REPOSITORY, "", "k".repeat(256), true, "GRAVE", Reporters.ANYBODY, true))
        .isInstanceOfSatisfying(
            InvalidFieldException.class,
            refused ->
                assertThat(refused.fields())
                    .extracting(InvalidFieldException.Field::name)
                    .containsExactly("key", "reportKey", "minSeverity", "enforced"));
  }

  @Test
  void isLoosenedByWhatLetsMoreBeMerged() {
    RequiredReport enforced = condition(true, Severity.MEDIUM, ADA_AND_BOB);
    assertThat(enforced.isLoosenedBy(condition(false, Severity.MEDIUM, ADA_AND_BOB))).isTrue();
    assertThat(enforced.isLoosenedBy(condition(true, null, ADA_AND_BOB))).isTrue();
    assertThat(enforced.isLoosenedBy(condition(true, Severity.HIGH, ADA_AND_BOB))).isTrue();
    assertThat(enforced.isLoosenedBy(condition(true, Severity.MEDIUM, Reporters.ANYBODY))).isTrue();
    assertThat(
            enforced.isLoosenedBy(
                new RequiredReport(
                    PROJECT, "lint", "other", true, Severity.MEDIUM, ADA_AND_BOB, false)))
        .isTrue();
  }

  @Test
  void isNotLoosenedByTheSameOrWhatIsStricter() {
    RequiredReport enforced = condition(true, Severity.MEDIUM, ADA_AND_BOB);
    assertThat(enforced.isLoosenedBy(enforced)).isFalse();
    assertThat(enforced.isLoosenedBy(condition(true, Severity.LOW, ADA))).isFalse();
    assertThat(condition(false, null, Reporters.ANYBODY).isLoosenedBy(condition(true, null, ADA)))
        .isFalse();
  }
}
