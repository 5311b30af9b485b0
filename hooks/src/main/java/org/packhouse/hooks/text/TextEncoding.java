package org.packhouse.hooks.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Tells text from binary content, and finds the encoding of text.
 *
 * <p>Content is binary if it has a NUL among its first 8,000 bytes, as in git ({@code
 * buffer_is_binary}); ends of lines do not matter. The one exception is content that begins with
 * the byte order mark of UTF-16 or UTF-32 and is valid in that encoding: git compares it as binary,
 * and people read it. Other text is UTF-8 if it is valid UTF-8, else one of the encodings of East
 * Asia if its bytes are distributed so and it is valid in that, else Latin-1 or Windows-1252. What
 * git converts by {@code working-tree-encoding} is UTF-8 in the repository.
 */
public final class TextEncoding {

  /** The number of bytes from the beginning by which text is told from binary content. */
  public static final int BINARY_LOOKAHEAD = 8000;

  /** The number of bytes from the beginning by which the encoding is found. */
  public static final int ENCODING_LOOKAHEAD = 64 << 10;

  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
  private static final int DECODED_AT_ONCE = 4096;

  /** Encodings that a byte order mark tells; that of UTF-32LE begins with that of UTF-16LE. */
  private static final List<Charset> WIDE =
      List.of(
          StandardCharsets.UTF_32LE,
          StandardCharsets.UTF_32BE,
          StandardCharsets.UTF_16LE,
          StandardCharsets.UTF_16BE);

  private TextEncoding() {}

  /** Returns whether git takes the content for binary. */
  public static boolean isBinary(byte[] content) {
    int end = Math.min(BINARY_LOOKAHEAD, content.length);
    for (int i = 0; i < end; i++) {
      if (content[i] == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Finds the encoding of text.
   *
   * @param content the whole content
   * @return empty if it is binary
   */
  public static Optional<Charset> of(byte[] content) {
    return Optional.ofNullable(find(content, true));
  }

  /**
   * Finds the encoding of text by its beginning, the last character of which may be cut.
   *
   * @param head the first bytes, at best {@link #ENCODING_LOOKAHEAD}
   * @return empty if the content is binary
   */
  public static Optional<Charset> ofHead(byte[] head) {
    return Optional.ofNullable(find(head, false));
  }

  /** Returns the text of the content without its byte order mark, or empty if it is binary. */
  public static Optional<String> decode(byte[] content) {
    return of(content)
        .map(charset -> {
          String text = new String(content, charset);
          return text.startsWith("\ufeff") ? text.substring(1) : text;
        });
  }

  /**
   * Returns the content in an encoding in which a line feed is one byte, so that it can be cut into
   * lines: UTF-16 and UTF-32 as UTF-8, anything else as it is.
   */
  public static byte[] withSingleByteLineFeeds(byte[] content) {
    Charset wide = wide(content, true);
    return wide == null ? content : new String(content, wide).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether a line feed takes more than one byte in an encoding. */
  public static boolean isWide(Charset charset) {
    return WIDE.contains(charset);
  }

  private static @Nullable Charset find(byte[] content, boolean whole) {
    Charset wide = wide(content, whole);
    if (wide != null) {
      return wide;
    }
    if (isBinary(content)) {
      return null;
    }
    if (isValid(content, StandardCharsets.UTF_8, whole)) {
      return StandardCharsets.UTF_8;
    }
    Charset eastAsian = eastAsian(content);
    if (eastAsian != null && isValid(content, eastAsian, whole)) {
      return eastAsian;
    }
    return hasPrintableControls(content) && isValid(content, WINDOWS_1252, whole)
        ? WINDOWS_1252
        : StandardCharsets.ISO_8859_1;
  }

  private static @Nullable Charset wide(byte[] content, boolean whole) {
    for (Charset charset : WIDE) {
      if (startsWith(content, "\ufeff".getBytes(charset)) && isValid(content, charset, whole)) {
        return charset;
      }
    }
    return null;
  }

  private static boolean startsWith(byte[] content, byte[] beginning) {
    return content.length >= beginning.length
        && Arrays.equals(content, 0, beginning.length, beginning, 0, beginning.length);
  }

  /**
   * Returns what the frequencies of bytes tell, from the first one on that is not ASCII. Of its
   * guesses only the encodings are taken in which most random bytes are invalid: a few letters with
   * accents look like any of the others.
   */
  private static @Nullable Charset eastAsian(byte[] content) {
    int start = 0;
    while (start < content.length && content[start] >= 0) {
      start++;
    }
    UniversalDetector detector = new UniversalDetector();
    detector.handleData(content, start, Math.min(ENCODING_LOOKAHEAD, content.length - start));
    detector.dataEnd();
    String name = detector.getDetectedCharset();
    return switch (name == null ? "" : name) {
      // Windows' form has all characters of the standard, and those that files have beside them.
      case "SHIFT_JIS" -> Charset.forName("windows-31j");
      case "EUC-JP", "EUC-KR", "GB18030", "BIG5" -> Charset.forName(name);
      default -> null;
    };
  }

  /** Returns whether there are bytes that Latin-1 has control characters for. */
  private static boolean hasPrintableControls(byte[] content) {
    for (byte octet : content) {
      if ((octet & 0xe0) == 0x80) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether all of the content can be decoded, and has no NUL then. */
  private static boolean isValid(byte[] content, Charset charset, boolean whole) {
    CharsetDecoder decoder = charset.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(content);
    CharBuffer out = CharBuffer.allocate(DECODED_AT_ONCE);
    boolean wide = isWide(charset);
    CoderResult result;
    do {
      out.clear();
      result = decoder.decode(in, out, whole);
      if (result.isError()) {
        return false;
      }
      out.flip();
      if (wide && out.chars().anyMatch(c -> c == 0)) {
        return false;
      }
    } while (result.isOverflow());
    return true;
  }
}
