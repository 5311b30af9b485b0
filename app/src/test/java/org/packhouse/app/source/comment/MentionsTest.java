package org.packhouse.app.source.comment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MentionsTest {

  @Test
  void findsNamesOnceInTheirOrder() {
    assertThat(Mentions.in("@Ada and @bo, (@ada) @\"c d\"! \u2014 @e.f-g. @h"))
        .containsExactly("ada", "bo", "c d", "e.f-g", "h");
  }

  @Test
  void leavesCodeAddressesAndWordsAlone() {
    assertThat(Mentions.in(null)).isEmpty();
    assertThat(Mentions.in("a@b.example `@code` x@y /@path @@double @ alone")).isEmpty();
    assertThat(Mentions.in("```\n@Override\n```\n@ada\n~~~java\n@bo\n```\n@c\n~~~"))
        .containsExactly("ada");
    assertThat(Mentions.in("    @indented")).isEmpty();
  }

  @Test
  void isDoneSoonWithWhateverPeopleSend() {
    assertThat(Mentions.in("@a".repeat(16_000))).hasSizeLessThanOrEqualTo(Mentions.MAX_NAMES);
    assertThat(Mentions.in("@\"".repeat(16_000))).hasSize(1);
    assertThat(Mentions.in("`".repeat(32_000) + "@a")).hasSizeLessThanOrEqualTo(1);
    assertThat(Mentions.in("@" + "x.".repeat(16_000))).hasSizeLessThanOrEqualTo(1);
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      many.append("@user").append(i).append(' ');
    }
    assertThat(Mentions.in(many.toString())).hasSize(Mentions.MAX_NAMES);
  }
}
