package org.packhouse.app.identity.avatar;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DrawnAvatarTest {

  private static final int SIZE = 64;

  @Test
  void everyLetterAndDigitLooksDifferent() {
    Set<Integer> seen = new HashSet<>();
    for (char letter : "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".toCharArray()) {
      assertThat(seen.add(fingerprint(String.valueOf(letter)))).describedAs("%s", letter).isTrue();
    }
  }

  @Test
  void accentsAndCaseMakeNoDifference() {
    assertThat(fingerprint("\u00c9mile Zola")).isEqualTo(fingerprint("emile zola"));
    assertThat(fingerprint("Ada Byron Lovelace")).isEqualTo(fingerprint("A L"));
  }

  @Test
  void otherScriptsAndNoLettersAtAllGetAFigure() {
    int figure = fingerprint("\u6771\u4eac");
    assertThat(fingerprint("\u0410\u043d\u043d\u0430")).isEqualTo(figure);
    assertThat(fingerprint("!!!")).isEqualTo(figure);
    assertThat(fingerprint("\ud83d\ude00")).isEqualTo(figure);
    assertThat(figure).isNotEqualTo(fingerprint("A"));
  }

  @Test
  void theColourIsThatOfTheId() {
    assertThat(DrawnAvatar.of("A", 1, SIZE).getRGB(1, 1) & 0xffffff).isEqualTo(0x1c5fb8);
    assertThat(DrawnAvatar.of("B", 13, SIZE).getRGB(1, 1) & 0xffffff).isEqualTo(0x1c5fb8);
    assertThat(DrawnAvatar.of("A", 2, SIZE).getRGB(1, 1) & 0xffffff).isEqualTo(0x0b6e6e);
  }

  private static int fingerprint(String name) {
    BufferedImage image = DrawnAvatar.of(name, 1, SIZE);
    return Arrays.hashCode(image.getRGB(0, 0, SIZE, SIZE, null, 0, SIZE));
  }
}
