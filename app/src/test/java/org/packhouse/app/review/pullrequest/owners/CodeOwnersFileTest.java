package org.packhouse.app.review.pullrequest.owners;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Kind;
import org.packhouse.app.review.pullrequest.owners.CodeOwnersFile.Owner;

class CodeOwnersFileTest {

  private static List<String> owners(String file, String path) {
    return CodeOwnersFile.parse(file).of(path, new MatchBudget()).stream()
        .map(Owner::name)
        .toList();
  }

  @Test
  void theLastRuleThatFitsNamesTheOwners() {
    String file =
        """
        # Everybody
        *            @Ada
        *.java       @bo bo@Example.org   # said so
        /docs/       @"Cy Dee"
        apps/        @app
        notes/*      @notes
        /secret/**/x @deep
        /docs/free/
        with\\ blank.txt @blank
        """;
    assertThat(owners(file, "README")).containsExactly("ada");
    assertThat(owners(file, "src/Main.java")).containsExactly("bo", "bo@example.org");
    assertThat(owners(file, "docs/a/b.md")).containsExactly("cy dee");
    assertThat(owners(file, "docs/free/b.md")).isEmpty();
    assertThat(owners(file, "x/apps/y")).containsExactly("app");
    assertThat(owners(file, "notes/one")).containsExactly("notes");
    assertThat(owners(file, "notes/deep/one")).containsExactly("ada");
    assertThat(owners(file, "secret/a/b/x")).containsExactly("deep");
    assertThat(owners(file, "with blank.txt")).containsExactly("blank");
  }

  @Test
  void groupsAreNamedInThreeWays() {
    String file = "* @@Devs @@\"Dev Ops\" @reviewer-group/Seniors @\"reviewer-group/Big Ones\" @bo";
    assertThat(CodeOwnersFile.parse(file).of("a", new MatchBudget()))
        .containsExactly(
            new Owner("devs", Kind.GROUP),
            new Owner("dev ops", Kind.GROUP),
            new Owner("seniors", Kind.GROUP),
            new Owner("big ones", Kind.GROUP),
            new Owner("bo", Kind.USER));
  }

  @Test
  void whatIsNoRuleIsPassedOver() {
    assertThat(owners("!* @a\n@b\n\\\n[ @c\n/ @d\n\0 @e\n*.x @g/h @\"", "f.x")).isEmpty();
    assertThat(owners("*.x @@ @@@a @reviewer-group/ @@\"", "f.x")).isEmpty();
    assertThat(owners("a".repeat(CodeOwnersFile.MAX_PATTERN + 1) + "* @a", "a".repeat(600)))
        .isEmpty();
    assertThat(owners("*".repeat(400) + "x @a", "y".repeat(4_000))).isEmpty();
    assertThat(owners("* " + "@x".repeat(100_000), "a")).hasSizeLessThan(21);
  }

  @Test
  void whatIsBeyondTheLimitsCountsForNothing() {
    String rules = "* @first\n".repeat(CodeOwnersFile.MAX_RULES);
    assertThat(owners(rules + "# no rule", "a")).containsExactly("first");
    assertThat(CodeOwnersFile.parse(rules + "* @late").isTooLarge()).isTrue();
    assertThat(owners(rules + "* @late", "a")).isEmpty();
    String many =
        IntStream.range(0, CodeOwnersFile.MAX_NAMED + 1)
            .mapToObj("* @user%d\n"::formatted)
            .collect(Collectors.joining());
    assertThat(CodeOwnersFile.parse(many).owners()).hasSize(CodeOwnersFile.MAX_NAMED);
  }

  @Test
  void comparingEndsWithItsBudget() {
    String slow = ("*" + "a".repeat(400) + "b @x\n").repeat(CodeOwnersFile.MAX_RULES / 4);
    MatchBudget budget = new MatchBudget();
    CodeOwnersFile file = CodeOwnersFile.parse("* @all\n" + slow);
    String name = "a".repeat(250);
    assertThat(file.of(name, budget)).extracting(Owner::name).containsExactly("all");
    for (int i = 0; i < 10_000 && !budget.isSpent(); i++) {
      file.of("d/" + name + i, budget);
    }
    assertThat(budget.isSpent()).isTrue();
    assertThat(file.of(name, budget)).isEmpty();
  }

  @Test
  void starsStandForPartsOfPathsAndNames() {
    String file = "a/**/b/* @x\n**/c @y\n*/d @z\n/e @w\nf* @v\n";
    assertThat(owners(file, "a/1/2/b/c")).containsExactly("y");
    assertThat(owners(file, "a/b/x")).containsExactly("x");
    assertThat(owners(file, "a/b/x/y")).isEmpty();
    assertThat(owners(file, "q/d/deep")).containsExactly("z");
    assertThat(owners(file, "q/e")).isEmpty();
    assertThat(owners(file, "e/q")).containsExactly("w");
    assertThat(owners(file, "x/foo/y")).containsExactly("v");
  }
}
