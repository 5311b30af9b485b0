package org.packhouse.app.source.browse;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.engine.git.PktLineReader;

/** Reads the archive from the side-band packets of {@code git upload-archive}. */
final class SideBandInput extends InputStream {

  private static final int DATA = 1;
  private static final int MESSAGE = 2;
  private static final int MAX_TEXT = 4096;

  private final PktLineReader lines;
  private byte[] packet = {};
  private int position;
  private boolean ended;

  SideBandInput(InputStream source) {
    this.lines = new PktLineReader(source);
  }

  void expectAcknowledgement() throws IOException {
    String line = nextPacket() ? text(0) : "";
    if (!line.equals("ACK")) {
      throw new IOException("git upload-archive refused: " + line);
    }
    if (nextPacket()) {
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
    while (position == packet.length && !ended) {
      nextData();
    }
    if (ended) {
      return -1;
    }
    int count = Math.min(length, packet.length - position);
    System.arraycopy(packet, position, target, offset, count);
    position += count;
    return count;
  }

  private void nextData() throws IOException {
    ended = !nextPacket();
    int band = ended || packet.length == 0 ? MESSAGE : packet[0];
    if (band == DATA) {
      position = 1;
    } else if (band != MESSAGE) {
      throw new IOException("git upload-archive failed: " + text(1));
    }
  }

  /** Reads the next packet; false for a flush packet. */
  private boolean nextPacket() throws IOException {
    PktLineReader.Kind kind = lines.next();
    if (kind == PktLineReader.Kind.END) {
      throw new EOFException("git upload-archive ended before the archive did");
    }
    boolean isData = kind == PktLineReader.Kind.DATA;
    packet = isData ? lines.payload() : new byte[0];
    position = packet.length;
    return isData;
  }

  private String text(int begin) {
    int length = Math.min(packet.length - begin, MAX_TEXT);
    return new String(packet, begin, length, StandardCharsets.UTF_8).strip();
  }
}
