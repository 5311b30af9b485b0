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
 * Distinguishes text from binary content and detects encodings.
 *
 * <p>Content is binary if it has a NUL in its first 8,000 bytes, as in git ({@code
 * buffer_is_binary}), except valid UTF-16 or UTF-32 with a byte order mark, which git compares as
 * binary but people read. Other text is UTF-8 if valid, else an East Asian encoding if byte
 * frequencies suggest it and it is valid, else Latin-1 or Windows-1252. Git stores {@code
 * working-tree-encoding} files as UTF-8.
 */
public final class TextEncoding {

  /** Bytes examined for binary content. */
  public static final int BINARY_LOOKAHEAD = 8000;

  /** Bytes examined for the encoding. */
  public static final int ENCODING_LOOKAHEAD = 64 << 10;

  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
  private static final int DECODED_AT_ONCE = 4096;

  /** UTF-32LE first, whose byte order mark begins with that of UTF-16LE. */
  private static final List<Charset> WIDE =
      List.of(
          StandardCharsets.UTF_32LE,
          StandardCharsets.UTF_32BE,
          StandardCharsets.UTF_16LE,
          StandardCharsets.UTF_16BE);

  private TextEncoding() {}

  /** Returns whether git treats the content as binary. */
  public static boolean isBinary(byte[] content) {
    int end = Math.min(BINARY_LOOKAHEAD, content.length);
    for (int i = 0; i < end; i++) {
      if (content[i] == 0) {
        return true;
      }
    }
    return false;
  }

  /** Detects the encoding of complete content; empty if it is binary. */
  public static Optional<Charset> of(byte[] content) {
    return Optional.ofNullable(find(content, true));
  }

  /** Detects the encoding by the first bytes, at best {@link #ENCODING_LOOKAHEAD}. */
  public static Optional<Charset> ofHead(byte[] head) {
    return Optional.ofNullable(find(head, false));
  }

  /** Decodes text without its byte order mark; empty if the content is binary. */
  public static Optional<String> decode(byte[] content) {
    return of(content)
        .map(charset -> {
          String text = new String(content, charset);
          return text.startsWith("\ufeff") ? text.substring(1) : text;
        });
  }

  /** Converts UTF-16 and UTF-32 to UTF-8, so that content can be split at line feeds. */
  public static byte[] withSingleByteLineFeeds(byte[] content) {
    Charset wide = wide(content, true);
    return wide == null ? content : new String(content, wide).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether a line feed takes more than one byte. */
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
   * Guesses by byte frequencies. Accepts only encodings in which most random bytes are invalid,
   * because a few accented letters resemble any other.
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
      // Windows' variant has all standard characters and the common additions.
      case "SHIFT_JIS" -> Charset.forName("windows-31j");
      case "EUC-JP", "EUC-KR", "GB18030", "BIG5" -> Charset.forName(name);
      default -> null;
    };
  }

  /** Returns whether bytes are control characters in Latin-1. */
  private static boolean hasPrintableControls(byte[] content) {
    for (byte octet : content) {
      if ((octet & 0xe0) == 0x80) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the content decodes without a NUL. */
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
