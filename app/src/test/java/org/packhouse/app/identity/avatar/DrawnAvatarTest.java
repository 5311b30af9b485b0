package org.packhouse.app.identity.avatar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.HashSet;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class DrawnAvatarTest {

  private static final int SIZE = 64;

  @Test
  void everyLetterAndDigitLooksDifferent() {
    Set<String> seen = new HashSet<>();
    for (char letter : "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".toCharArray()) {
      assertThat(seen.add(drawn(String.valueOf(letter)))).describedAs("%s", letter).isTrue();
    }
  }

  @Test
  void showsTheInitialsInUpperCaseInWhateverScript() throws Exception {
    assertThat(letters("emile zola")).isEqualTo("EZ");
    assertThat(letters("\u00c9mile Zola")).isEqualTo("\u00c9Z");
    assertThat(letters("Ada Byron Lovelace")).isEqualTo("AL");
    assertThat(letters("\u6771\u4eac")).isEqualTo("\u6771");
    assertThat(letters("<script> & \"more\"")).isEqualTo("SM");
  }

  @Test
  void noLettersAtAllGetAFigure() throws Exception {
    assertThat(letters("!!!")).isEmpty();
    assertThat(drawn("!!!")).isEqualTo(drawn("\ud83d\ude00")).isNotEqualTo(drawn("A"));
    assertThat(new String(DrawnAvatar.ofNobody(SIZE), UTF_8)).contains("<circle");
  }

  @Test
  void theColourIsThatOfTheId() throws Exception {
    assertThat(colour("A", 1)).isEqualTo("#1c5fb8").isEqualTo(colour("B", 13));
    assertThat(colour("A", 2)).isEqualTo("#0b6e6e");
  }

  @Test
  void isAsLargeAsAskedFor() throws Exception {
    Element picture = parsed(DrawnAvatar.of("A", 1, 48));
    assertThat(picture.getAttribute("width")).isEqualTo("48");
    assertThat(picture.getAttribute("height")).isEqualTo("48");
  }

  private static String letters(String name) throws Exception {
    return parsed(DrawnAvatar.of(name, 1, SIZE)).getTextContent().strip();
  }

  private static String colour(String name, long id) throws Exception {
    Element square =
        (Element) parsed(DrawnAvatar.of(name, id, SIZE)).getElementsByTagName("rect").item(0);
    return square.getAttribute("fill");
  }

  private static Element parsed(byte[] svg) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg))
        .getDocumentElement();
  }

  private static String drawn(String name) {
    return new String(DrawnAvatar.of(name, 1, SIZE), UTF_8);
  }
}
