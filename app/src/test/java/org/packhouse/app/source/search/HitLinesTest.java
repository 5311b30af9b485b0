package org.packhouse.app.source.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.source.search.CodeHit.Line;
import org.packhouse.app.source.search.CodeHit.Part;

class HitLinesTest {

  private static List<List<Integer>> numbers(HitLines.Found found) {
    return found.contexts().stream().map(run -> run.stream().map(Line::number).toList()).toList();
  }

  private static String text(Line line) {
    return String.join("", line.parts().stream().map(Part::text).toList());
  }

  @Test
  void showsFiveLinesWithATermAndCountsThemAll() {
    HitLines.Found found = HitLines.in(Collections.nCopies(9, "foo"), List.of("foo"));
    assertThat(found.count()).isEqualTo(9);
    assertThat(numbers(found)).containsExactly(List.of(1, 2, 3, 4, 5, 6));
  }

  @Test
  void runsOnWhereTheLinesAroundTwoTermsMeet() {
    assertThat(numbers(HitLines.in(List.of("foo", "", "foo"), List.of("foo"))))
        .containsExactly(List.of(1, 2, 3));
    assertThat(numbers(HitLines.in(List.of("foo", "", "", "foo"), List.of("foo"))))
        .containsExactly(List.of(1, 2, 3, 4));
    assertThat(numbers(HitLines.in(List.of("foo", "", "", "", "foo"), List.of("foo"))))
        .containsExactly(List.of(1, 2), List.of(4, 5));
  }

  @Test
  void showsNothingWhereNoLineHasATerm() {
    assertThat(HitLines.in(List.of("a", "b"), List.of("foo")))
        .isEqualTo(new HitLines.Found(List.of(), 0));
    assertThat(HitLines.in(List.of(), List.of("foo")).contexts()).isEmpty();
  }

  @Test
  void marksTheLongestOfTermsThatBeginAtOnePlace() {
    assertThat(HitLines.parts("a Foobar", List.of("foo", "foobar")))
        .containsExactly(new Part("a ", false), new Part("Foobar", true));
    assertThat(HitLines.parts("foobar", List.of("oba", "foo")))
        .containsExactly(new Part("foo", true), new Part("bar", false));
    assertThat(HitLines.parts("foofoo", List.of("foo")))
        .containsExactly(new Part("foo", true), new Part("foo", true));
  }

  /** A capital I with a dot is two characters in lower case. */
  @Test
  void marksALineAsAWholeWhoseLowerCaseIsLonger() {
    assertThat(HitLines.parts("\u0130 Foo bar", List.of("foo")))
        .containsExactly(new Part("\u0130 Foo bar", true));
    assertThat(HitLines.parts("\u0130 bar", List.of("foo")))
        .containsExactly(new Part("\u0130 bar", false));
  }

  @Test
  void cutsALongLineAtTheSidesThatHaveMore() {
    String atTheStart = "foo" + "x".repeat(500);
    String atTheEnd = "x".repeat(500) + "foo";
    String inTheMiddle = "x".repeat(500) + "foo" + "x".repeat(500);
    List<List<Line>> found =
        HitLines.in(List.of(atTheStart, atTheEnd, inTheMiddle), List.of("foo")).contexts();
    List<String> lines = found.getFirst().stream().map(HitLinesTest::text).toList();
    assertThat(lines.get(0)).startsWith("foo").endsWith("x…").hasSize(241);
    assertThat(lines.get(1)).startsWith("…x").endsWith("foo").hasSize(241);
    assertThat(lines.get(2)).startsWith("…x").contains("foo").endsWith("x…").hasSize(242);
    assertThat(
            text(
                HitLines.in(List.of("x".repeat(237) + "foo"), List.of("foo"))
                    .contexts()
                    .getFirst()
                    .getFirst()))
        .doesNotContain("…");
  }
}
