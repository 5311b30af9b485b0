package org.packhouse.app.source.issue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IssueKeysTest {

  @Test
  void findsKeysOfTextsInTheirOrder() {
    assertThat(
            IssueKeys.in("OPS-3: as (ABC-1), \"ABC-22\"; A_B2-9. OPS-3 again,ABC-4\nABC-5-what", 9))
        .containsExactly("OPS-3", "ABC-1", "ABC-22", "A_B2-9", "ABC-4", "ABC-5");
  }

  @Test
  void findsNoneInWordsAndAddresses() {
    for (String text :
        new String[] {
          "abc-1",
          "A-1",
          "ABC-0",
          "ABC-01",
          "ABC-1x",
          "ABC-1_2",
          "xABC-1",
          "X-ABC-1",
          "ABC-",
          "https://jira.example.com/browse/ABC-1",
          "?key=ABC-1",
          "?a&ABC-1",
          "?a&amp;ABC-1",
          "a&#61;ABC-1",
          "/#ABC-1",
          "me@ABC-1",
          "me&#64;ABC-1",
          "%ABC-1",
          "éABC-1",
          "ABC-12345678901",
          "A".repeat(51) + "-1"
        }) {
      assertThat(IssueKeys.in(text, 9)).as(text).isEmpty();
    }
  }

  @Test
  void findsKeysOfBranchesBetweenWhateverStandsThere() {
    assertThat(IssueKeys.inBranch("feature/ABC-1-fix", 9)).containsExactly("ABC-1");
    assertThat(IssueKeys.inBranch("ada-ABC-1_ABC-2.OPS-3", 9))
        .containsExactly("ABC-1", "ABC-2", "OPS-3");
    assertThat(IssueKeys.inBranch("feature/xABC-1", 9)).isEmpty();
    assertThat(IssueKeys.inBranch("feature/ABC-1x", 9)).isEmpty();
  }

  @Test
  void stopsAtAsManyAsAreWanted() {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 100_000; i++) {
      text.append("ABC-").append(i).append(' ');
    }
    assertThat(IssueKeys.in(text.toString(), 3)).containsExactly("ABC-1", "ABC-2", "ABC-3");
    assertThat(IssueKeys.in("A".repeat(1_000_000), 3)).isEmpty();
    assertThat(IssueKeys.in("AAAA ".repeat(200_000), 3)).isEmpty();
    assertThat(IssueKeys.inBranch("A_".repeat(10_000), 3)).isEmpty();
  }
}
