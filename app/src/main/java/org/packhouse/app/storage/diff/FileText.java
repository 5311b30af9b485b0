package org.packhouse.app.storage.diff;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.diff.Change.Side;
import org.packhouse.hooks.text.TextEncoding;

/** One side of a change, as lines; a submodule is one line of text. */
public final class FileText {

  private static final int MAX_FUNCTION_LENGTH = 80;
  private static final long MAX_LOOKED_AT_SIZE = 16L << 20;

  private final byte[] content;
  private final RawText lines;
  private @Nullable Charset charset;

  private FileText(byte[] content) {
    this.content = content;
    this.lines = new RawText(content);
  }

  /**
   * Reads a side's raw bytes, as git diff compares them: none for a null side, the line {@code
   * Subproject commit ID} for a submodule; null if a blob is larger than {@code limit} bytes.
   */
  public static @Nullable FileText read(ObjectReader reader, @Nullable Side side, int limit)
      throws IOException {
    byte[] content = content(reader, side, limit);
    return content == null ? null : new FileText(content);
  }

  /** Reads a side with UTF-16 decoded as text; returns null above the limit. */
  public static @Nullable FileText readable(ObjectReader reader, @Nullable Side side, int limit)
      throws IOException {
    byte[] content = content(reader, side, limit);
    return content == null ? null : new FileText(TextEncoding.withSingleByteLineFeeds(content));
  }

  private static byte @Nullable [] content(ObjectReader reader, @Nullable Side side, int limit)
      throws IOException {
    if (side == null) {
      return new byte[0];
    }
    if (side.isSubmodule()) {
      String line = "Subproject commit " + side.id().name() + "\n";
      return line.getBytes(StandardCharsets.US_ASCII);
    }
    // Opening a deltified object loads it into memory, whatever its size.
    return reader.getObjectSize(side.id(), Constants.OBJ_BLOB) > limit
        ? null
        : reader.open(side.id(), Constants.OBJ_BLOB).getCachedBytes(limit);
  }

  /** Checks the first bytes of a side; returns false for very large ones. */
  public static boolean startsBinary(ObjectReader reader, @Nullable Side side) throws IOException {
    if (side == null
        || side.isSubmodule()
        || reader.getObjectSize(side.id(), Constants.OBJ_BLOB) > MAX_LOOKED_AT_SIZE) {
      return false;
    }
    try (InputStream content = reader.open(side.id(), Constants.OBJ_BLOB).openStream()) {
      return TextEncoding.ofHead(content.readNBytes(TextEncoding.BINARY_LOOKAHEAD)).isEmpty();
    }
  }

  /** Returns whether git treats the content as binary. */
  public boolean isBinary() {
    return TextEncoding.isBinary(content);
  }

  byte[] content() {
    return content;
  }

  public int size() {
    return content.length;
  }

  RawText lines() {
    return lines;
  }

  public int lineCount() {
    return lines.size();
  }

  /** Returns a line without its terminator. */
  public byte[] bytes(int line) {
    ByteBuffer buffer = lines.getRawString(line);
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  public boolean lacksEnd(int line) {
    return line == lines.size() - 1 && lines.isMissingNewlineAtEnd();
  }

  String text(int line) {
    return decoded(bytes(line));
  }

  /** Decodes and cuts a line. */
  public String text(int line, int mostCharacters) {
    return cut(text(line), mostCharacters);
  }

  static String cut(String line, int most) {
    if (line.length() <= most) {
      return line;
    }
    return line.substring(0, Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most);
  }

  /**
   * Returns git's section heading of a hunk: the nearest line above that begins with a letter, an
   * underscore or a dollar sign, up to 80 bytes; null if there is none.
   *
   * @param from the first line of the hunk
   * @param least the topmost line to consider
   */
  byte @Nullable [] functionAbove(int from, int least) {
    for (int line = from - 1; line >= least; line--) {
      byte[] bytes = bytes(line);
      if (bytes.length > 0 && isBeginning(bytes[0])) {
        int end = Math.min(MAX_FUNCTION_LENGTH, bytes.length);
        while (end > 0 && isSpace(bytes[end - 1])) {
          end--;
        }
        return Arrays.copyOf(bytes, end);
      }
    }
    return null;
  }

  String decoded(byte[] bytes) {
    if (charset == null) {
      charset = TextEncoding.of(content).orElse(StandardCharsets.ISO_8859_1);
    }
    return new String(bytes, charset);
  }

  private static boolean isBeginning(byte octet) {
    return (octet >= 'a' && octet <= 'z')
        || (octet >= 'A' && octet <= 'Z')
        || octet == '_'
        || octet == '$';
  }

  private static boolean isSpace(byte octet) {
    return octet == ' ' || (octet >= '\t' && octet <= '\r');
  }
}
