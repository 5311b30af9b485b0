package org.packhouse.app.engine.git.fetch;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;

/** Watches a response up to the line {@code packfile}, and inserts sections before it. */
final class PackWatch extends FilterOutputStream {

  private static final int HEADER = 4;
  private static final byte[] PACKFILE = "packfile\n".getBytes(StandardCharsets.US_ASCII);

  /** The line may follow the number of a side band. */
  private static final int MAX_LENGTH = 1 + PACKFILE.length;

  private final byte[] beforePack;
  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
  private final byte[] start = new byte[HEADER + MAX_LENGTH];
  private int filled;
  private int skip;
  private boolean packSeen;
  private boolean begun;

  PackWatch(OutputStream out, Framing framing, byte[] beforePack) {
    super(out);
    this.beforePack = beforePack;
    // Requests of protocol v0 that come here all end in a pack.
    packSeen = framing != Framing.V2;
  }

  boolean packSeen() {
    return packSeen;
  }

  boolean begun() {
    return begun;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    begun |= length > 0;
    int at = offset;
    while (!packSeen && at < offset + length) {
      at += look(bytes, at, offset + length - at);
    }
    if (passed.size() > 0) {
      out.write(passed.toByteArray());
      passed.reset();
    }
    if (at < offset + length) {
      out.write(bytes, at, offset + length - at);
    }
  }

  private int look(byte[] bytes, int at, int length) {
    if (skip > 0) {
      int skipped = Math.min(skip, length);
      skip -= skipped;
      passed.write(bytes, at, skipped);
      return skipped;
    }
    start[filled++] = bytes[at];
    if (filled >= HEADER) {
      lookAtPacket(packetLength());
    }
    return 1;
  }

  private void lookAtPacket(int total) {
    if (total > HEADER && filled < Math.min(total, start.length)) {
      return;
    }
    packSeen = isPackfile(HEADER, total) || isPackfile(HEADER + 1, total);
    if (packSeen) {
      passed.writeBytes(beforePack);
    }
    passed.write(start, 0, filled);
    skip = Math.max(0, total - filled);
    filled = 0;
  }

  private boolean isPackfile(int from, int total) {
    if (total != from + PACKFILE.length) {
      return false;
    }
    for (int i = 0; i < PACKFILE.length; i++) {
      if (start[from + i] != PACKFILE[i]) {
        return false;
      }
    }
    return true;
  }

  private int packetLength() {
    int total = 0;
    for (int i = 0; i < HEADER; i++) {
      total = total << 4 | Math.max(0, Character.digit(start[i], 16));
    }
    return total;
  }
}
