package org.packhouse.app.engine.git;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** Reads pkt-lines strictly, and nothing beyond the limit. */
public final class PktLineReader {

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

  @FunctionalInterface
  public interface Meter {
    /** Counts a line's bytes, or throws to read no more. */
    void read(int bytes) throws WireException;
  }

  /** Bytes of the longest line, its length included. */
  public static final int MAX_LENGTH = 65520;

  private static final int HEADER = 4;

  private final InputStream in;
  private final byte[] header = new byte[HEADER];
  private byte[] buffer = new byte[128];
  private int length;
  private long left;
  private Meter meter = bytes -> {};

  public PktLineReader(InputStream in) {
    this(in, Long.MAX_VALUE);
  }

  /** Permits so many bytes until {@link #allow} is called. */
  public PktLineReader(InputStream in, long limit) {
    this.in = in instanceof BufferedInputStream ? in : new BufferedInputStream(in, 16 * 1024);
    this.left = limit;
  }

  /** Permits so many bytes from here on. */
  public void allow(long limit) {
    left = limit;
  }

  public void tell(Meter other) {
    meter = other;
  }

  /** Reads the next pkt-line; fails if there is none, or the limit is passed. */
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

  /** Returns the payload without the line feed at its end. */
  public String text() {
    int end = length > 0 && buffer[length - 1] == '\n' ? length - 1 : length;
    return new String(buffer, 0, end, StandardCharsets.UTF_8);
  }

  public byte[] payload() {
    return Arrays.copyOf(buffer, length);
  }

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

  /** Parses the one object id behind a prefix of so many characters. */
  public ObjectId objectIdAfter(int prefix) throws WireException {
    String rest = text().substring(Math.min(prefix, text().length()));
    return parseObjectId(rest);
  }

  /** Returns the unread bytes. */
  public InputStream remaining() {
    return in;
  }

  /** Parses 40 hexadecimal digits. */
  public static ObjectId parseObjectId(String text) throws WireException {
    if (text.length() != Constants.OBJECT_ID_STRING_LENGTH || !isLowerHex(text)) {
      throw new WireException("\"" + shortened(text) + "\" is not a SHA-1 object id");
    }
    return ObjectId.fromString(text);
  }

  /** Cuts a client's text for a message. */
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
