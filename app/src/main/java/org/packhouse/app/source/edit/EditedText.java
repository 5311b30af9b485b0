package org.packhouse.app.source.edit;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.hooks.text.TextEncoding;

/**
 * Converts text files for a text field and back. Browsers normalize line ends and know no byte
 * order mark and no encoding but UTF-8: all three are restored, so that changing one line changes
 * one line.
 */
public final class EditedText {

  private static final String MARK = "\ufeff";
  private static final String CRLF = "\r\n";

  private final Charset charset;
  private final boolean marked;
  private final String text;

  private EditedText(Charset charset, boolean marked, String text) {
    this.charset = charset;
    this.marked = marked;
    this.text = text;
  }

  public static EditedText none() {
    return new EditedText(StandardCharsets.UTF_8, false, "");
  }

  /** Decodes a file; empty if it is binary, or a text field would alter it. */
  public static Optional<EditedText> of(byte[] bytes) {
    Charset charset = TextEncoding.of(bytes).orElse(null);
    if (charset == null) {
      return Optional.empty();
    }
    String text = new String(bytes, charset);
    boolean marked = text.startsWith(MARK);
    String plain = marked ? text.substring(1) : text;
    // Some encodings have two byte sequences for one character: decoding must round-trip.
    return survives(plain) && Arrays.equals(text.getBytes(charset), bytes)
        ? Optional.of(new EditedText(charset, marked, plain))
        : Optional.empty();
  }

  private static boolean survives(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean loneReturn = c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
      if (loneReturn || (c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f')) {
        return false;
      }
    }
    return true;
  }

  public String shown() {
    return text.replace(CRLF, "\n");
  }

  /** Encodes typed text; lines keep their line ends, new ones get the most frequent. */
  public byte[] bytes(String typed) {
    String plain = typed.replace(CRLF, "\n").replace('\r', '\n');
    String content = (marked ? MARK : "") + (text.contains(CRLF) ? withEnds(plain) : plain);
    try {
      ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(content));
      byte[] result = new byte[bytes.remaining()];
      bytes.get(result);
      return result;
    } catch (CharacterCodingException e) {
      throw new InvalidFieldException(
          "content",
          "The file is in %s, which lacks a character of the text.".formatted(charset.name()));
    }
  }

  private String withEnds(String plain) {
    List<String> before = lines(text);
    List<String> after = lines(plain);
    long crlf = before.stream().filter(line -> line.endsWith(CRLF)).count();
    String usual = 2 * crlf >= before.size() ? CRLF : "\n";
    int[] origin = origins(shown(), plain, after.size());
    StringBuilder result = new StringBuilder(plain.length() + after.size());
    for (int i = 0; i < after.size(); i++) {
      String line = after.get(i);
      if (!line.endsWith("\n")) {
        result.append(line);
        continue;
      }
      String old = origin[i] < 0 ? "" : before.get(origin[i]);
      String end = old.endsWith(CRLF) ? CRLF : old.endsWith("\n") ? "\n" : usual;
      result.append(line, 0, line.length() - 1).append(end);
    }
    return result.toString();
  }

  /** Returns for each new line the index of its old line; -1: added. */
  private static int[] origins(String before, String after, int count) {
    RawText a = new RawText(before.getBytes(StandardCharsets.UTF_8));
    RawText b = new RawText(after.getBytes(StandardCharsets.UTF_8));
    int[] origin = new int[count];
    int lineA = 0;
    int lineB = 0;
    for (Edit edit : new HistogramDiff().diff(RawTextComparator.DEFAULT, a, b)) {
      while (lineB < edit.getBeginB()) {
        origin[lineB++] = lineA++;
      }
      while (lineB < edit.getEndB()) {
        origin[lineB++] = -1;
      }
      lineA = edit.getEndA();
    }
    while (lineB < count) {
      origin[lineB++] = lineA++;
    }
    return origin;
  }

  /** Splits a text after its line ends. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline + 1;
      lines.add(text.substring(start, end));
      start = end;
    }
    return lines;
  }
}
