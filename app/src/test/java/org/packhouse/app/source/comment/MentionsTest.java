package org.packhouse.app.source.comment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MentionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "@ada|ada",
        "Hello @ada, and @bo.|ada,bo",
        "(@ada.lovelace)|ada.lovelace",
        "@\"ada lovelace\" sees|ada lovelace",
        "mail ada@example.org|~~",
        "a/@scope/name|~~",
        "`@ada` and ``a ` @bo`` but @cy|cy",
        "@@ada|~~",
        "@|~~",
        "@-ada|~~",
        "@ada @ada|ada"
      })
  void aMentionIsAWordOfItsOwn(String text, String names) {
    assertThat(String.join(",", Mentions.in(text))).isEqualTo(names);
  }

  @Test
  void codeMentionsNobody() {
    assertThat(Mentions.in("```\n@ada\n~~~\n@bo\n```\n@cy\n\n    @di\n\t@ed\n~~~ x\n@fi"))
        .containsExactly("cy");
    assertThat(Mentions.in(null)).isEmpty();
  }

  @Test
  void hugeTextEndsSoonAndNamesAHundredAtMost() {
    assertThat(Mentions.in("`".repeat(30_000) + "@ada")).hasSizeLessThan(2);
    assertThat(Mentions.in("` ``".repeat(8_000) + "@ada")).hasSizeLessThan(2);
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      many.append("@u").append(i).append(' ');
    }
    assertThat(Mentions.in(many.toString())).hasSize(100);
  }
}
