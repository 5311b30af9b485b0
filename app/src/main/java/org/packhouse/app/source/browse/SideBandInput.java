package org.packhouse.app.source.browse;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The archive in what {@code git upload-archive} writes: an acknowledgement, then packets whose
 * first byte says whether bytes of the archive, of a message, or of an error follow.
 */
final class SideBandInput extends InputStream {

  private static final int DATA = 1;
  private static final int MESSAGE = 2;
  private static final int HEADER = 4;
  private static final int MOST_TEXT = 4096;

  private final InputStream source;
  private int left;
  private boolean ended;

  SideBandInput(InputStream source) {
    this.source = source;
  }

  /**
   * Reads what comes before the archive.
   *
   * @throws IOException with git's reason if there is no archive
   */
  void expectAcknowledgement() throws IOException {
    String answer = text(packetLength());
    if (!answer.strip().equals("ACK")) {
      throw new IOException("git upload-archive refused: " + answer.strip());
    }
    if (packetLength() != 0) {
      throw new IOException("git upload-archive did not end its acknowledgement");
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (left == 0 && !ended) {
      nextPacket();
    }
    if (ended) {
      return -1;
    }
    int count = source.read(target, offset, Math.min(length, left));
    if (count < 0) {
      throw new EOFException("git upload-archive ended within the archive");
    }
    left -= count;
    return count;
  }

  private void nextPacket() throws IOException {
    int length = packetLength();
    if (length == 0) {
      ended = true;
      return;
    }
    int band = source.read();
    if (band == DATA) {
      left = length - 1;
      return;
    }
    String said = text(length - 1);
    if (band != MESSAGE) {
      throw new IOException("git upload-archive failed: " + said.strip());
    }
  }

  /** Bytes that follow in the packet; 0 for the packet that ends a part. */
  private int packetLength() throws IOException {
    byte[] digits = source.readNBytes(HEADER);
    if (digits.length < HEADER) {
      throw new EOFException("git upload-archive ended before the archive did");
    }
    int length = Integer.parseInt(new String(digits, StandardCharsets.US_ASCII), 16);
    return length == 0 ? 0 : length - HEADER;
  }

  private String text(int length) throws IOException {
    byte[] bytes = source.readNBytes(Math.min(length, MOST_TEXT));
    source.skipNBytes(length - bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
