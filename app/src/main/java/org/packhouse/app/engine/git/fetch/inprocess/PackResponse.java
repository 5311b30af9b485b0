package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseOutput;

/**
 * A pack on its way to a client, in the framing's packets. Nothing leaves before the first packet
 * is full, so that up to then native git may make the response instead.
 */
final class PackResponse extends Packets {

  private static final int LENGTH = 4;

  /** Bytes of a side-band packet before its data. */
  static final int HEADER = LENGTH + 1;

  /** Bytes of a pack in a packet. */
  static final int MAX_DATA = PktLineReader.MAX_LENGTH - HEADER;

  private static final int PACK_BAND = 1;
  private static final int PROGRESS_BAND = 2;
  private static final int ERROR_BAND = 3;
  private static final int SMALL_PACKET = 1000;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final ResponseOutput out;
  private final boolean banded;
  private final boolean progress;
  private byte[] before;
  private boolean begun;

  PackResponse(ResponseOutput out, Framing framing, byte[] before, boolean progress) {
    super(
        framing == Framing.V0_SIDE_BAND ? SMALL_PACKET : PktLineReader.MAX_LENGTH,
        framing == Framing.V0_BARE ? 0 : HEADER);
    this.out = out;
    this.before = before;
    this.banded = framing != Framing.V0_BARE;
    this.progress = progress && banded;
  }

  @Override
  void send(byte[] bytes, int length) throws IOException {
    begin();
    if (banded) {
      writeHeader(bytes, length, PACK_BAND);
    }
    out.write(bytes, 0, length);
  }

  /**
   * Returns whether the response uses full-size side-band packets, so that a stored {@link
   * PackPart} can be included unchanged.
   */
  boolean takesParts() {
    return banded && packetLength() == PktLineReader.MAX_LENGTH;
  }

  /** Includes the part, and tells {@code listener} the pack's bytes in it. */
  void include(PackPart part, PartListener listener) throws IOException {
    byte[] packet = takePacket();
    if (packet.length > 0) {
      writeHeader(packet, packet.length, PACK_BAND);
    }
    byte[] first = Arrays.copyOf(before, before.length + packet.length);
    System.arraycopy(packet, 0, first, before.length, packet.length);
    before = new byte[0];
    begun = true;
    out.include(first, part, PackPart.unpacked(listener));
  }

  /** Puts a pack's bytes into packets, all but the last of which are full. */
  static OutputStream packets(OutputStream out) {
    return new PartPackets(out);
  }

  /** Does nothing: packets go when they are full. */
  @Override
  public void flush() {
    // PackWriter flushes its header.
  }

  boolean begun() {
    return begun;
  }

  /** Sends progress, if the client wants it. */
  void tell(String line) throws IOException {
    if (!progress) {
      return;
    }
    sendPacket();
    byte[] text = packet(PROGRESS_BAND, line);
    if (begun) {
      out.write(text);
    } else {
      // Not yet: native git may have to make the response.
      before = Arrays.copyOf(before, before.length + text.length);
      System.arraycopy(text, 0, before, before.length - text.length, text.length);
    }
  }

  /** Tells the client, in the middle of a pack, that no more comes. */
  void fail(String message) throws IOException {
    if (banded) {
      out.write(packet(ERROR_BAND, message));
      out.flush();
    }
  }

  void finish() throws IOException {
    sendPacket();
    begin();
    if (banded) {
      out.write(new byte[] {'0', '0', '0', '0'});
    }
    out.flush();
  }

  private static byte[] packet(int band, String line) {
    byte[] text = line.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[HEADER + text.length];
    System.arraycopy(text, 0, bytes, HEADER, text.length);
    writeHeader(bytes, bytes.length, band);
    return bytes;
  }

  private static void writeHeader(byte[] bytes, int length, int band) {
    bytes[0] = HEX[length >>> 12];
    bytes[1] = HEX[length >>> 8 & 15];
    bytes[2] = HEX[length >>> 4 & 15];
    bytes[3] = HEX[length & 15];
    bytes[LENGTH] = (byte) band;
  }

  private void begin() throws IOException {
    if (!begun) {
      begun = true;
      out.write(before);
      before = new byte[0];
    }
  }

  private static final class PartPackets extends Packets {

    private final OutputStream out;

    PartPackets(OutputStream out) {
      super(PktLineReader.MAX_LENGTH, HEADER);
      this.out = out;
    }

    @Override
    void send(byte[] bytes, int length) throws IOException {
      writeHeader(bytes, length, PACK_BAND);
      out.write(bytes, 0, length);
    }

    @Override
    public void close() throws IOException {
      sendPacket();
    }
  }
}
