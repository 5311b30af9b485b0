package org.packhouse.app.source.edit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;

class EditedTextTest {

  /** What a browser sends of a text field. */
  private static String typed(EditedText text) {
    return text.shown().replace("\n", "\r\n");
  }

  private static EditedText text(String content) {
    return EditedText.of(content.getBytes(UTF_8)).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a\n",
        "\n\na\n\n",
        "a\r\nb\r\n",
        "a\r\nb\nc\r\nd",
        "\ufeffmarked\r\n",
        "tab\tform\f\n",
        "\u20ac \ud83d\ude00\n"
      })
  void givesBackWhatNobodyChanged(String content) {
    EditedText text = text(content);
    assertThat(new String(text.bytes(typed(text)), UTF_8)).isEqualTo(content);
  }

  @Test
  void changesNoEndOfALineThatStays() {
    EditedText mixed = text("one\r\ntwo\nthree\r\nfour\n");
    assertThat(new String(mixed.bytes("zero\r\none\r\ntwo\r\nTHREE\r\nfour\r\nfive"), UTF_8))
        .isEqualTo("zero\r\none\r\ntwo\nTHREE\r\nfour\nfive");
    assertThat(new String(text("a\nb\n").bytes("a\r\nx\r\nb\r\n"), UTF_8)).isEqualTo("a\nx\nb\n");
    assertThat(new String(EditedText.none().bytes("a\r\nb"), UTF_8)).isEqualTo("a\nb");
    assertThat(mixed.bytes("")).isEmpty();
  }

  @Test
  void keepsAnOldEncoding() {
    EditedText latin = EditedText.of("caf\u00e9\r\n".getBytes(ISO_8859_1)).orElseThrow();
    assertThat(latin.shown()).isEqualTo("caf\u00e9\n");
    assertThat(latin.bytes("caf\u00e9s\r\n")).isEqualTo("caf\u00e9s\r\n".getBytes(ISO_8859_1));
    assertThatThrownBy(() -> latin.bytes("5 \u20ac"))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("ISO-8859-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "old\rMac\r", "bell\u0007"})
  void leavesAloneWhatATextFieldWouldSpoil(String content) {
    assertThat(EditedText.of(content.getBytes(UTF_8))).isEmpty();
  }
}
