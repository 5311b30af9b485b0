package org.packhouse.app.engine.git;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;

/** Writes pkt-lines through a buffer of its own. */
public final class PktLineWriter {

  private static final int HEADER = 4;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  /** The two digits of each byte. */
  private static final short[] DIGITS = digits();

  private final OutputStream out;
  private final byte[] buffer;
  private final byte[] raw = new byte[Constants.OBJECT_ID_LENGTH];
  private int filled;

  private static short[] digits() {
    short[] digits = new short[256];
    for (int value = 0; value < digits.length; value++) {
      digits[value] = (short) (HEX[value >>> 4] << 8 | HEX[value & 15]);
    }
    return digits;
  }

  public PktLineWriter(OutputStream out) {
    this(out, 8 * 1024);
  }

  public PktLineWriter(OutputStream out, int bufferSize) {
    this.out = out;
    this.buffer = new byte[bufferSize];
  }

  /** Writes a line with a line feed. */
  public void text(String line) throws IOException {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    header(bytes.length + 1);
    put(bytes, 0, bytes.length);
    put('\n');
  }

  /** Writes {@code <id> <rest>} with a line feed. */
  public void idAndText(AnyObjectId id, String rest) throws IOException {
    byte[] bytes = rest.getBytes(StandardCharsets.UTF_8);
    header(Constants.OBJECT_ID_STRING_LENGTH + 1 + bytes.length + 1);
    makeRoom(Constants.OBJECT_ID_STRING_LENGTH + 1);
    // An advertisement writes thousands: two digits at once, where JGit makes them one by one.
    id.copyRawTo(raw, 0);
    for (byte one : raw) {
      SHORTS.set(buffer, filled, DIGITS[one & 0xff]);
      filled += 2;
    }
    buffer[filled++] = ' ';
    put(bytes, 0, bytes.length);
    put('\n');
  }

  public void data(byte[] payload) throws IOException {
    data(payload, 0, payload.length);
  }

  void data(byte[] payload, int offset, int length) throws IOException {
    header(length);
    put(payload, offset, length);
  }

  /** Writes {@code 0000}. */
  public void flush() throws IOException {
    special('0');
  }

  /** Writes {@code 0001}. */
  public void delim() throws IOException {
    special('1');
  }

  /** Writes an ERR packet, which git prints after {@code fatal: remote error:}. */
  void error(String message) throws IOException {
    byte[] bytes = ("ERR " + message).getBytes(StandardCharsets.UTF_8);
    data(bytes, 0, Math.min(bytes.length, PktLineReader.MAX_LENGTH - HEADER));
  }

  /** Hands everything to the stream, and flushes the stream. */
  public void send() throws IOException {
    drain();
    out.flush();
  }

  public void drain() throws IOException {
    if (filled > 0) {
      out.write(buffer, 0, filled);
      filled = 0;
    }
  }

  /** Returns the number of buffered bytes. */
  public int filled() {
    return filled;
  }

  private void special(int last) throws IOException {
    makeRoom(HEADER);
    buffer[filled++] = '0';
    buffer[filled++] = '0';
    buffer[filled++] = '0';
    buffer[filled++] = (byte) last;
  }

  private void header(int payload) throws IOException {
    int total = payload + HEADER;
    if (total > PktLineReader.MAX_LENGTH) {
      throw new IOException("A packet of " + total + " bytes cannot be written");
    }
    makeRoom(HEADER);
    buffer[filled++] = HEX[total >>> 12];
    buffer[filled++] = HEX[total >>> 8 & 15];
    buffer[filled++] = HEX[total >>> 4 & 15];
    buffer[filled++] = HEX[total & 15];
  }

  private void put(int value) throws IOException {
    makeRoom(1);
    buffer[filled++] = (byte) value;
  }

  private void put(byte[] bytes, int offset, int length) throws IOException {
    if (length > buffer.length - filled) {
      drain();
      if (length > buffer.length) {
        out.write(bytes, offset, length);
        return;
      }
    }
    System.arraycopy(bytes, offset, buffer, filled, length);
    filled += length;
  }

  private void makeRoom(int count) throws IOException {
    if (buffer.length - filled < count) {
      drain();
    }
  }
}
