package org.packhouse.app.storage.content;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.io.input.ReaderInputStream;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.text.TextEncoding;

/** Reads lines from a stream of any length with one buffer, as Latin-1 where invalid. */
final class LineScanner {

  private static final int BUFFER = 64 << 10;

  private final InputStream source;
  private final Charset charset;
  private final Bounds bounds;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int end;
  private byte[] line = new byte[256];
  private int length;

  /** Limits; lines beyond a number of characters are cut, and one line is always returned. */
  record Bounds(int lines, int characters, long bytes) {}

  private LineScanner(InputStream source, Charset charset, Bounds bounds) {
    this.source = source;
    this.charset = charset;
    this.bounds = bounds;
  }

  static LineScanner of(InputStream source, Charset charset, Bounds bounds) throws IOException {
    return TextEncoding.isWide(charset)
        ? new LineScanner(narrow(source, charset), StandardCharsets.UTF_8, bounds)
        : new LineScanner(source, charset, bounds);
  }

  private static InputStream narrow(InputStream source, Charset charset) throws IOException {
    return ReaderInputStream.builder()
        .setReader(new InputStreamReader(source, charset))
        .setCharset(StandardCharsets.UTF_8)
        .get();
  }

  LinePage read(int start) throws IOException {
    for (int skipped = 0; skipped < start; skipped++) {
      if (!skipLine()) {
        return new LinePage(List.of(), start, true);
      }
    }
    List<LinePage.Line> lines = new ArrayList<>();
    long bytes = 0;
    while (lines.size() < bounds.lines()) {
      LinePage.Line next = next(start + lines.size() == 0);
      if (next == null) {
        return new LinePage(lines, start, true);
      }
      bytes += next.text().length();
      if (bytes > bounds.bytes() && !lines.isEmpty()) {
        return new LinePage(lines, start, false);
      }
      lines.add(next);
    }
    return new LinePage(lines, start, !fill());
  }

  private boolean skipLine() throws IOException {
    if (!fill()) {
      return false;
    }
    while (fill()) {
      int newline = newline();
      position = newline < 0 ? end : newline + 1;
      if (newline >= 0) {
        return true;
      }
    }
    return true;
  }

  private LinePage.@Nullable Line next(boolean first) throws IOException {
    if (!fill()) {
      return null;
    }
    length = 0;
    boolean ended = false;
    // A character takes at most four bytes; another byte shows that the line is too long.
    int most = bounds.characters() * 4 + 4;
    boolean cut = false;
    while (!ended && fill()) {
      int newline = newline();
      int stop = newline < 0 ? end : newline;
      int taken = Math.min(stop - position, most - length);
      cut |= taken < stop - position;
      append(taken);
      position = newline < 0 ? end : newline + 1;
      ended = newline >= 0;
    }
    return line(first, ended, cut);
  }

  private LinePage.Line line(boolean first, boolean ended, boolean cut) {
    int visible = ended && !cut && length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    boolean cutsCharacters = cut && charset.equals(StandardCharsets.UTF_8);
    String text = decode(line, cutsCharacters ? wholeCharacters(visible) : visible);
    if (first && text.startsWith("\ufeff")) {
      text = text.substring(1);
    }
    if (text.codePointCount(0, text.length()) > bounds.characters()) {
      return new LinePage.Line(
          text.substring(0, text.offsetByCodePoints(0, bounds.characters())), true);
    }
    return new LinePage.Line(text, cut);
  }

  /** Returns a length that does not split a UTF-8 character. */
  private int wholeCharacters(int visible) {
    int at = visible;
    while (at > 0 && visible - at < 4 && (line[at - 1] & 0xc0) == 0x80) {
      at--;
    }
    return at > 0 && (line[at - 1] & 0xc0) == 0xc0 ? at - 1 : visible;
  }

  private void append(int count) {
    if (length + count > line.length) {
      line = Arrays.copyOf(line, Math.max(length + count, line.length * 2));
    }
    System.arraycopy(buffer, position, line, length, count);
    length += count;
  }

  private int newline() {
    for (int i = position; i < end; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private boolean fill() throws IOException {
    if (position < end) {
      return true;
    }
    position = 0;
    end = Math.max(0, source.readNBytes(buffer, 0, BUFFER));
    return end > 0;
  }

  private String decode(byte[] bytes, int length) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
  }
}
