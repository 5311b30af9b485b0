package org.packhouse.hooks.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_32LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextEncodingTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a\rb", "\r", "a\r", "a\u0001b", "\u001b[0m", "caf\u00e9"})
  void whatHasNoNulIsText(String text) {
    assertThat(TextEncoding.isBinary(text.getBytes(UTF_8))).isFalse();
    assertThat(TextEncoding.of(text.getBytes(UTF_8))).contains(UTF_8);
    assertThat(TextEncoding.decode(text.getBytes(UTF_8))).contains(text);
  }

  @Test
  void aNulAmongTheFirstBytesMakesContentBinary() {
    byte[] content = new byte[TextEncoding.BINARY_LOOKAHEAD + 1];
    Arrays.fill(content, (byte) 'x');
    content[TextEncoding.BINARY_LOOKAHEAD] = 0;
    assertThat(TextEncoding.of(content)).contains(UTF_8);
    content[TextEncoding.BINARY_LOOKAHEAD - 1] = 0;
    assertThat(TextEncoding.isBinary(content)).isTrue();
    assertThat(TextEncoding.of(content)).isEmpty();
    assertThat(TextEncoding.decode(content)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Shift_JIS, windows-31j, // \u65e5\u672c\u8a9e\u306e\u30b3\u30e1\u30f3\u30c8",
    "EUC-JP, EUC-JP, // \u65e5\u672c\u8a9e\u306e\u30b3\u30e1\u30f3\u30c8",
    "EUC-KR, EUC-KR, // \ud55c\uad6d\uc5b4 \uc8fc\uc11d \ud14c\uc2a4\ud2b8",
    "GB18030, GB18030, // \u4e2d\u6587\u6ce8\u91ca\uff0c\u8fd9\u662f\u4e00\u4e2a\u6d4b\u8bd5",
    "ISO-8859-1, ISO-8859-1, Gr\u00f6\u00dfe f\u00fcr \u00dcbung",
    "ISO-8859-1, ISO-8859-1, caf\u00e9",
    "ISO-8859-1, ISO-8859-1, \u00e4\u00f6\u00fc\u00df",
    "windows-1252, windows-1252, \u201cquoted\u201d \u2013 text"
  })
  void findsEncodingsThatAreNotUtf8(String written, String found, String text) {
    byte[] content = (text + "\nint x = 1;\n").getBytes(Charset.forName(written));
    assertThat(TextEncoding.of(content)).contains(Charset.forName(found));
    assertThat(TextEncoding.decode(content)).contains(text + "\nint x = 1;\n");
  }

  @Test
  void readsUtf16AndUtf32WithTheirMarksAlone() {
    for (Charset charset : new Charset[] {UTF_16LE, UTF_16BE, UTF_32LE}) {
      byte[] marked = "\ufeffcaf\u00e9\n\u010a\n".getBytes(charset);
      assertThat(TextEncoding.of(marked)).as("%s", charset).contains(charset);
      assertThat(TextEncoding.decode(marked)).contains("caf\u00e9\n\u010a\n");
      // The JDK reads the mark of UTF-32 itself.
      assertThat(new String(TextEncoding.withSingleByteLineFeeds(marked), UTF_8))
          .endsWith("caf\u00e9\n\u010a\n");
      assertThat(TextEncoding.of("plain\n".getBytes(charset))).as("%s", charset).isEmpty();
    }
    assertThat(TextEncoding.withSingleByteLineFeeds("caf\u00e9".getBytes(ISO_8859_1)))
        .isEqualTo("caf\u00e9".getBytes(ISO_8859_1));
  }

  @Test
  void binaryContentWithAMarkIsBinary() {
    byte[] unpaired = {(byte) 0xff, (byte) 0xfe, 0, (byte) 0xd8, 'a', 0};
    byte[] withNul = {(byte) 0xff, (byte) 0xfe, 'a', 0, 0, 0, 'b', 0};
    assertThat(TextEncoding.of(unpaired)).isEmpty();
    assertThat(TextEncoding.of(withNul)).isEmpty();
    assertThat(TextEncoding.withSingleByteLineFeeds(withNul)).isSameAs(withNul);
  }

  @Test
  void aCharacterThatTheHeadCutsInTwoIsNoError() {
    byte[] whole = "caf\u00e9".getBytes(UTF_8);
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    assertThat(TextEncoding.ofHead(cut)).contains(UTF_8);
    assertThat(TextEncoding.of(cut)).contains(ISO_8859_1);
  }

  @Test
  void anyBytesAreBinaryOrDecoded() {
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      int length = random.nextInt(40);
      for (int at = 0; at < length; at++) {
        content.write(random.nextInt(4) == 0 ? 0x80 + random.nextInt(0x80) : random.nextInt(0x80));
      }
      byte[] bytes = content.toByteArray();
      assertThat(TextEncoding.of(bytes).isEmpty()).isEqualTo(TextEncoding.isBinary(bytes));
      assertThat(TextEncoding.decode(bytes).isEmpty()).isEqualTo(TextEncoding.isBinary(bytes));
    }
  }
}
