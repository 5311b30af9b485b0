package org.packhouse.app.source.branch.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody.TypeBody;

class RefMatcherTest {

  private static final BranchModelInUse USUAL =
      new BranchModelInUse(BranchModel.UNSET, "refs/heads/trunk");

  private static boolean matches(RefMatcher.Type type, String id, String ref) {
    return RefMatcherBody.require(
            "matcher", new RefMatcherBody(id, null, new TypeBody(type.name(), null), null))
        .matches(ref, () -> USUAL);
  }

  @ParameterizedTest
  @CsvSource({
    "PROJECT-*, refs/heads/PROJECT-1, true",
    "PROJECT-*, refs/heads/stable/PROJECT-1, true",
    "PROJECT-*, refs/heads/PROJECT-1/more, false",
    "PROJECT-*, refs/heads/MYPROJECT-1, false",
    "feature/, refs/heads/feature/one/two, true",
    "feature/, refs/heads/stable/feature/one, true",
    "feature/, refs/heads/myfeature/one, false",
    "refs/heads/release/*, refs/heads/release/1, true",
    "refs/heads/release/*, refs/heads/old/release/1, false",
    "refs/heads/**/main, refs/heads/main, true",
    "refs/heads/**/main, refs/heads/a/b/main, true",
    "refs/heads/**/main, refs/heads/a/bmain, false",
    "heads/**, refs/heads/a/b, true",
    "heads/**, refs/tags/a, false",
    "v?.?, refs/tags/v1.2, true",
    "v?.?, refs/tags/v1./, false",
    "refs/**, refs/heads/a, true",
    "a**b, refs/heads/ax/yb, true"
  })
  void patternsFitNamesAsThoseOfAntDo(String pattern, String ref, boolean fits) {
    assertThat(matches(RefMatcher.Type.PATTERN, pattern, ref)).isEqualTo(fits);
  }

  @Test
  void noPatternTakesLongerThanItIsLong() {
    assertThat(matches(RefMatcher.Type.PATTERN, "*a".repeat(120), "refs/heads/" + "a".repeat(240)))
        .isTrue();
    assertThat(
            matches(
                RefMatcher.Type.PATTERN, "**a".repeat(80) + "b", "refs/heads/" + "a".repeat(900)))
        .isFalse();
  }

  @Test
  void branchesOfTheModelAreThoseThatItNames() {
    assertThat(matches(RefMatcher.Type.MODEL_BRANCH, "development", "refs/heads/trunk")).isTrue();
    assertThat(matches(RefMatcher.Type.MODEL_BRANCH, "production", "refs/heads/trunk")).isFalse();
    assertThat(matches(RefMatcher.Type.MODEL_CATEGORY, "FEATURE", "refs/heads/feature/a")).isTrue();
    assertThat(matches(RefMatcher.Type.MODEL_CATEGORY, "BUGFIX", "refs/heads/feature/a")).isFalse();
    assertThat(matches(RefMatcher.Type.BRANCH, "main", "refs/heads/main")).isTrue();
    assertThat(matches(RefMatcher.Type.ANY_REF, "whatever", "refs/heads/main")).isTrue();
  }

  @Test
  void refusesWhatIsNoMatcher() {
    for (RefMatcherBody body :
        List.of(
            new RefMatcherBody("a", null, null, null),
            new RefMatcherBody("a", null, new TypeBody("TAG", null), null),
            new RefMatcherBody("a..b", null, new TypeBody("BRANCH", null), null),
            new RefMatcherBody("", null, new TypeBody("PATTERN", null), null),
            new RefMatcherBody("a".repeat(256), null, new TypeBody("PATTERN", null), null),
            new RefMatcherBody("staging", null, new TypeBody("MODEL_BRANCH", null), null),
            new RefMatcherBody("CHORE", null, new TypeBody("MODEL_CATEGORY", null), null))) {
      assertThatThrownBy(() -> RefMatcherBody.require("matcher", body))
          .as(body.toString())
          .isInstanceOf(InvalidFieldException.class)
          .hasMessageContaining(" ");
    }
  }
}
