package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** Gathers bytes into packets, each of which goes when it is full. */
public abstract class Packets extends OutputStream {

  private final int header;
  private final byte[] packet;
  private int filled;

  /**
   * Makes an empty one.
   *
   * @param length bytes of a full packet
   * @param header how many of them come before its data
   */
  Packets(int length, int header) {
    this.header = header;
    this.packet = new byte[length];
    this.filled = header;
  }

  /**
   * Sends a packet.
   *
   * @param bytes whose first ones, those of the header, are still to be written
   * @param length how many of them are the packet
   */
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

  /** Takes all of a stream, with one copy. */
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

  /** Bytes of a full packet. */
  final int packetLength() {
    return packet.length;
  }

  /** Sends what is gathered, if anything is. */
  final void sendPacket() throws IOException {
    if (filled > header) {
      int length = filled;
      filled = header;
      send(packet, length);
    }
  }

  /** Takes the packet that is gathered, its header to be written; empty if nothing is. */
  final byte[] takePacket() {
    byte[] taken = Arrays.copyOf(packet, filled > header ? filled : 0);
    filled = header;
    return taken;
  }
}
