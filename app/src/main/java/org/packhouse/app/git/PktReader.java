package org.packhouse.app.git;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads pkt-lines: four hex digits of length, then the payload. Reads not a byte too many. */
final class PktReader {

  /** The most bytes that a packet may have, its length included. */
  static final int LONGEST = 65520;

  private static final int HEADER = 4;

  private final InputStream in;

  PktReader(InputStream in) {
    this.in = in;
  }

  /** What a packet is. */
  enum Kind {
    /** It has a payload. */
    DATA,
    /** {@code 0000}: the end of a section. */
    FLUSH,
    /** {@code 0001}: between the sections of a v2 command. */
    DELIMITER,
    /** {@code 0002}: the end of a stateless answer. */
    RESPONSE_END,
    /** The stream ended before a packet. */
    END
  }

  /** One packet. */
  static final class Packet {
    private final Kind kind;
    private final byte[] payload;

    private Packet(Kind kind, byte[] payload) {
      this.kind = kind;
      this.payload = payload;
    }

    Kind kind() {
      return kind;
    }

    /** The bytes themselves, which are the reader's to keep. */
    byte[] payload() {
      return payload;
    }

    boolean isData() {
      return kind == Kind.DATA;
    }

    /** The payload as UTF-8, without a newline at its end. */
    String text() {
      int length = payload.length;
      if (length > 0 && payload[length - 1] == '\n') {
        length--;
      }
      return new String(payload, 0, length, StandardCharsets.UTF_8);
    }
  }

  /**
   * The next packet.
   *
   * @throws MalformedPacketException if this is no packet
   * @throws EOFException if the stream ends within one
   */
  Packet read() throws IOException {
    byte[] header = in.readNBytes(HEADER);
    if (header.length == 0) {
      return new Packet(Kind.END, header);
    }
    int length = length(header);
    return switch (length) {
      case 0 -> new Packet(Kind.FLUSH, new byte[0]);
      case 1 -> new Packet(Kind.DELIMITER, new byte[0]);
      case 2 -> new Packet(Kind.RESPONSE_END, new byte[0]);
      default -> new Packet(Kind.DATA, payload(length - HEADER));
    };
  }

  private byte[] payload(int length) throws IOException {
    byte[] payload = in.readNBytes(length);
    if (payload.length < length) {
      throw new EOFException("The stream ended within a packet of " + length + " bytes");
    }
    return payload;
  }

  private static int length(byte[] header) throws IOException {
    if (header.length < HEADER) {
      throw new EOFException("The stream ended within the length of a packet");
    }
    int length = 0;
    for (byte digit : header) {
      int value = Character.digit(digit, 16);
      if (value < 0) {
        throw new MalformedPacketException(
            "A packet begins with \""
                + new String(header, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "?")
                + "\" instead of its length in four hex digits");
      }
      length = length * 16 + value;
    }
    if (length == 3 || length > LONGEST) {
      throw new MalformedPacketException("A packet says that it is " + length + " bytes long");
    }
    return length;
  }

  /** What was read is no pkt-line. */
  static final class MalformedPacketException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedPacketException(String message) {
      super(message);
    }
  }
}
