package org.packhouse.app.engine.git;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Reads pkt-lines: four hexadecimal digits that count themselves and the bytes that follow. Strict:
 * whatever is no pkt-line is refused in words, and nothing is read beyond the limit.
 */
public final class PktLineReader {

  /** The kind of packet that was read. */
  public enum Kind {
    /** A line with a payload, which may be empty. */
    DATA,
    /** {@code 0000}. */
    FLUSH,
    /** {@code 0001}. */
    DELIM,
    /** {@code 0002}. */
    RESPONSE_END,
    /** The stream ended between two lines. */
    END
  }

  /** Hears how much was read. */
  @FunctionalInterface
  public interface Meter {
    /**
     * Takes note of a line of that many bytes.
     *
     * @throws WireException to read no more
     */
    void read(int bytes) throws WireException;
  }

  /** Longest line, its length included. */
  public static final int MAX_LENGTH = 65520;

  private static final int HEADER = 4;

  private final InputStream in;
  private final byte[] header = new byte[HEADER];
  private byte[] buffer = new byte[128];
  private int length;
  private long left;
  private Meter meter = bytes -> {};

  /** Reads without a limit. */
  public PktLineReader(InputStream in) {
    this(in, Long.MAX_VALUE);
  }

  /**
   * Makes one.
   *
   * @param limit most bytes that may be read through it until {@link #allow} is called
   */
  public PktLineReader(InputStream in, long limit) {
    this.in = in instanceof BufferedInputStream ? in : new BufferedInputStream(in, 16 * 1024);
    this.left = limit;
  }

  /** Allows that many bytes from here on. */
  public void allow(long limit) {
    left = limit;
  }

  /** Tells a meter from here on. */
  public void tell(Meter other) {
    meter = other;
  }

  /**
   * Reads the next line.
   *
   * @throws IOException if there is something else, or more than allowed
   */
  public Kind next() throws IOException {
    int read = in.readNBytes(header, 0, HEADER);
    length = 0;
    if (read == 0) {
      return Kind.END;
    }
    if (read < HEADER) {
      throw new WireException("The request ended in the middle of a packet");
    }
    int total = parseLength();
    return switch (total) {
      case 0 -> counted(Kind.FLUSH, HEADER);
      case 1 -> counted(Kind.DELIM, HEADER);
      case 2 -> counted(Kind.RESPONSE_END, HEADER);
      default -> {
        readPayload(total);
        yield Kind.DATA;
      }
    };
  }

  /** The payload as text, without the line feed at its end. */
  public String text() {
    int end = length > 0 && buffer[length - 1] == '\n' ? length - 1 : length;
    return new String(buffer, 0, end, StandardCharsets.UTF_8);
  }

  /** The payload. */
  public byte[] payload() {
    return Arrays.copyOf(buffer, length);
  }

  /** Whether the payload starts with these ASCII characters. */
  public boolean startsWith(String prefix) {
    if (length < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (buffer[i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The object id that follows a prefix of that many characters.
   *
   * @throws WireException if there is none, or more than one
   */
  public ObjectId objectIdAfter(int prefix) throws WireException {
    String rest = text().substring(Math.min(prefix, text().length()));
    return parseObjectId(rest);
  }

  /** All that was not read yet. */
  public InputStream remaining() {
    return in;
  }

  /** An id of 40 hexadecimal digits. */
  public static ObjectId parseObjectId(String text) throws WireException {
    if (text.length() != Constants.OBJECT_ID_STRING_LENGTH || !isLowerHex(text)) {
      throw new WireException("\"" + shortened(text) + "\" is not a SHA-1 object id");
    }
    return ObjectId.fromString(text);
  }

  /** A client's text, fit to be quoted in a message. */
  public static String shortened(String text) {
    StringBuilder quoted = new StringBuilder();
    text.codePoints()
        .limit(100)
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .forEach(quoted::appendCodePoint);
    return text.codePointCount(0, text.length()) > 100 ? quoted + "..." : quoted.toString();
  }

  private static boolean isLowerHex(String text) {
    return text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }

  private Kind counted(Kind kind, int bytes) throws WireException {
    left -= bytes;
    if (left < 0) {
      throw new WireException("The request is larger than the server allows");
    }
    return kind;
  }

  private int parseLength() throws WireException {
    int value = 0;
    for (byte digit : header) {
      int number = Character.digit(digit, 16);
      if (number < 0) {
        throw new WireException(
            "\""
                + shortened(new String(header, StandardCharsets.ISO_8859_1))
                + "\" is not the length of a packet: this is not the Git protocol");
      }
      value = value << 4 | number;
    }
    if (value == 3 || value > MAX_LENGTH) {
      throw new WireException(
          "\"" + new String(header, StandardCharsets.US_ASCII) + "\" is no length of a packet");
    }
    return value;
  }

  private void readPayload(int total) throws IOException {
    counted(Kind.DATA, total);
    meter.read(total);
    int wanted = total - HEADER;
    if (buffer.length < wanted) {
      buffer = new byte[Math.max(wanted, 1024)];
    }
    int read = in.readNBytes(buffer, 0, wanted);
    if (read < wanted) {
      throw new WireException("The request ended in the middle of a packet");
    }
    length = wanted;
  }
}
