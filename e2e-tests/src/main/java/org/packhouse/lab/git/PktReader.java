package org.packhouse.lab.git;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.wire.ByteSource;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/**
 * Takes packet lines apart where they lie in the buffer that the connection was read into. A packet
 * that spans two reads is seen in parts; nothing is put together but lines of text.
 */
public final class PktReader {

  /** No packet follows. */
  static final int END = -1;

  /** {@code 0000}. */
  static final int FLUSH = 0;

  /** {@code 0001}. */
  static final int DELIMITER = 1;

  /** {@code 0002}. */
  static final int RESPONSE_END = 2;

  private static final int HEADER = 4;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final ByteSource source;
  private ByteBuffer window = NOTHING;
  private int left;

  PktReader(ByteSource source) {
    this.source = source;
  }

  /** Goes to the next packet: one of the constants, or 4 and more for one with a payload. */
  int next() throws IOException {
    while (left > 0) {
      ByteBuffer _ = part();
    }
    if (!more()) {
      return END;
    }
    int length = window.remaining() >= HEADER ? length(window) : length(straddling());
    if (length == 3) {
      throw new VerificationException("A packet line has the length 3");
    }
    left = Math.max(length - HEADER, 0);
    return length;
  }

  /** Bytes of this packet's payload that are yet to be read. */
  int left() {
    return left;
  }

  /** The next part of this packet's payload; null at its end. */
  @Nullable ByteBuffer part() throws IOException {
    if (left == 0) {
      return null;
    }
    need();
    int size = Math.min(left, window.remaining());
    ByteBuffer part = window.slice(window.position(), size);
    window.position(window.position() + size);
    left -= size;
    return part;
  }

  /** The next byte of this packet's payload. */
  int octet() throws IOException {
    if (left == 0) {
      throw new VerificationException("A packet line of a side-band has no band");
    }
    need();
    left--;
    return window.get() & 0xff;
  }

  /** The rest of this packet's payload as a line without its end. An error that it tells fails. */
  String line() throws IOException {
    byte[] bytes = rest();
    int length = bytes.length;
    if (length > 0 && bytes[length - 1] == '\n') {
      length--;
    }
    String line = new String(bytes, 0, length, StandardCharsets.UTF_8);
    if (line.startsWith("ERR ")) {
      throw new OperationFailedException("ERR", "The server says: " + line.substring(4));
    }
    return line;
  }

  /** The rest of this packet's payload. */
  byte[] rest() throws IOException {
    byte[] bytes = new byte[left];
    int at = 0;
    for (ByteBuffer part = part(); part != null; part = part()) {
      int size = part.remaining();
      part.get(bytes, at, size);
      at += size;
    }
    return bytes;
  }

  /** The text of the next packet, which must have a payload. */
  String text() throws IOException {
    int kind = next();
    if (kind < HEADER) {
      throw unexpected(kind, "a line");
    }
    return line();
  }

  /** Goes past a flush packet, which must be next. */
  void flush() throws IOException {
    int kind = next();
    if (kind != FLUSH) {
      throw unexpected(kind, "a flush packet");
    }
  }

  /** Sees to it that nothing follows. */
  void end() throws IOException {
    int kind = next();
    if (kind != END) {
      throw unexpected(kind, "the end of the response");
    }
  }

  /** Says that another packet was due; what the server says instead comes first. */
  IOException unexpected(int kind, String due) throws IOException {
    String found =
        switch (kind) {
          case END -> "the end of the response";
          case FLUSH -> "a flush packet";
          case DELIMITER -> "a delimiter packet";
          case RESPONSE_END -> "a response-end packet";
          default -> "\"" + line() + "\"";
        };
    return new VerificationException("The server sent " + found + " in place of " + due);
  }

  private boolean more() throws IOException {
    while (!window.hasRemaining()) {
      ByteBuffer next = source.next();
      if (next == null) {
        return false;
      }
      window = next;
    }
    return true;
  }

  private void need() throws IOException {
    if (!more()) {
      throw new VerificationException(
          "The response ends %d bytes before the end of a packet line".formatted(left));
    }
  }

  private ByteBuffer straddling() throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    while (header.hasRemaining()) {
      if (!more()) {
        throw new VerificationException("The response ends within the length of a packet line");
      }
      header.put(window.get());
    }
    return header.flip();
  }

  private static int length(ByteBuffer from) throws VerificationException {
    int length = 0;
    int at = from.position();
    for (int i = 0; i < HEADER; i++) {
      int digit = Character.digit(from.get(at + i), 16);
      if (digit < 0) {
        throw new VerificationException(
            "A packet line begins with \"%s\", which is no length".formatted(shown(from)));
      }
      length = length << 4 | digit;
    }
    from.position(at + HEADER);
    return length;
  }

  private static String shown(ByteBuffer from) {
    byte[] bytes = new byte[HEADER];
    from.get(from.position(), bytes);
    return new String(bytes, StandardCharsets.US_ASCII).replaceAll("\\p{Cntrl}", "?");
  }
}
