package org.packhouse.app.networks.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.networks.pullrequest.CodeOwnersFile.Kind;
import org.packhouse.app.networks.pullrequest.CodeOwnersFile.Owner;

class CodeOwnersFileTest {

  private static List<String> owners(String file, String path) {
    return CodeOwnersFile.parse(file).of(path).stream().map(Owner::name).toList();
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
    assertThat(CodeOwnersFile.parse(file).of("a"))
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
    assertThat(owners("a @b\n".repeat(CodeOwnersFile.MAX_RULES) + "* @late", "z")).isEmpty();
    assertThat(CodeOwnersFile.parse("* " + "@x".repeat(100_000)).of("a")).hasSizeLessThan(21);
  }
}
