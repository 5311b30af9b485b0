package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** Gathers bytes into packets, each of which is sent when it is full. */
public abstract class Packets extends OutputStream {

  private final int header;
  private final byte[] packet;
  private int filled;

  /** Makes packets of so many bytes when full, header included. */
  Packets(int length, int header) {
    this.header = header;
    this.packet = new byte[length];
    this.filled = header;
  }

  /** Sends the first {@code length} bytes, once it has written the header into them. */
  abstract void send(byte[] bytes, int length) throws IOException;

  @Override
  public final void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public final void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int count = Math.min(packet.length - filled, end - at);
      System.arraycopy(bytes, at, packet, filled, count);
      at += count;
      filled(count);
    }
  }

  /** Copies a stream, without an intermediate buffer. */
  final void writeAll(InputStream source) throws IOException {
    int count = source.read(packet, filled, packet.length - filled);
    while (count >= 0) {
      filled(count);
      count = source.read(packet, filled, packet.length - filled);
    }
  }

  private void filled(int count) throws IOException {
    filled += count;
    if (filled == packet.length) {
      sendPacket();
    }
  }

  final int packetLength() {
    return packet.length;
  }

  final void sendPacket() throws IOException {
    if (filled > header) {
      int length = filled;
      filled = header;
      send(packet, length);
    }
  }

  /** Returns the unfinished packet, with its header to be written; empty if there is none. */
  final byte[] takePacket() {
    byte[] taken = Arrays.copyOf(packet, filled > header ? filled : 0);
    filled = header;
    return taken;
  }
}
