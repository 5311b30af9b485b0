package org.packhouse.lab.git;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes packet lines. */
final class PktLines {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** A packet with a line of text, to which the end of a line is added. */
  PktLines line(String text) {
    return packet(text + "\n");
  }

  /** A packet with exactly that text. */
  PktLines packet(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return raw("%04x".formatted(bytes.length + 4)).raw(bytes);
  }

  PktLines flush() {
    return raw("0000");
  }

  PktLines delimiter() {
    return raw("0001");
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  private PktLines raw(String text) {
    return raw(text.getBytes(StandardCharsets.US_ASCII));
  }

  private PktLines raw(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }
}
