package org.packhouse.app.git;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes pkt-lines. */
final class PktWriter {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER = 4;

  private final OutputStream out;

  PktWriter(OutputStream out) {
    this.out = out;
  }

  /** A packet of text, which has a newline at its end where the protocol wants one. */
  void text(String line) throws IOException {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    length(bytes.length);
    out.write(bytes);
  }

  /** A packet of one side band. */
  void band(int band, byte[] bytes, int offset, int count) throws IOException {
    length(count + 1);
    out.write(band);
    out.write(bytes, offset, count);
  }

  /** Packets that were made before. */
  void raw(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /** {@code 0000}. */
  void endSection() throws IOException {
    out.write("0000".getBytes(StandardCharsets.US_ASCII));
  }

  /** {@code 0001}. */
  void delimiter() throws IOException {
    out.write("0001".getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends what was written. */
  void flush() throws IOException {
    out.flush();
  }

  private void length(int payload) throws IOException {
    int length = payload + HEADER;
    if (length > PktReader.LONGEST) {
      throw new IllegalArgumentException("A packet of " + payload + " bytes is too long");
    }
    byte[] digits = new byte[HEADER];
    for (int i = 0; i < HEADER; i++) {
      digits[i] = HEX[(length >> (4 * (HEADER - 1 - i))) & 0xf];
    }
    out.write(digits);
  }
}
