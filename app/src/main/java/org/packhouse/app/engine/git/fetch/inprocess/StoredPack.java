package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Constants;

/** A pack on disk that is copied, from an open file, which survives housekeeping. */
final class StoredPack implements AutoCloseable {

  private static final int HEADER = 12;
  private static final int COUNT_AT = 8;
  private static final int TRAILER = 20;
  private static final int BUFFER = 64 * 1024;

  /** Bytes below which a pack is written to each response faster than a shared file. */
  private static final int MIN_PART = 1024 * 1024;

  /** Bytes beyond which clients want the beginning before all of the pack was read. */
  private static final int MAX_PART = 256 * 1024 * 1024;

  private final RandomAccessFile file;
  private final long objects;
  private final long length;
  private final PackPart part;

  /** Opens a pack that may be {@code replacing} the repository's former one of its kind. */
  StoredPack(Pack pack, long repositoryId, boolean replacing) throws IOException {
    File path = pack.getPackFile();
    objects = pack.getIndex().getObjectCount();
    file = new RandomAccessFile(path, "r");
    try {
      length = file.length();
      byte[] checksum = pack.getIndex().getChecksum();
      check(path, checksum);
      part = new PackPart(this, repositoryId, checksum, replacing);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private void check(File path, byte[] checksum) throws IOException {
    byte[] header = new byte[HEADER];
    byte[] trailer = new byte[TRAILER];
    file.readFully(header);
    file.seek(Math.max(0, length - TRAILER));
    file.readFully(trailer);
    if (ByteBuffer.wrap(header).getInt(COUNT_AT) != (int) objects
        || !Arrays.equals(trailer, checksum)) {
      throw new IOException(path + " is not the pack that its index describes");
    }
  }

  long objects() {
    return objects;
  }

  /** Returns the number of bytes between header and trailer. */
  long bodyLength() {
    return length - HEADER - TRAILER;
  }

  private boolean goesAsPart(PackResponse response) {
    return response.takesParts() && length >= MIN_PART && length <= MAX_PART;
  }

  void send(PackResponse response) throws IOException {
    file.seek(0);
    if (!goesAsPart(response)) {
      response.writeAll(Channels.newInputStream(file.getChannel()));
      return;
    }
    byte[] ends = new byte[Math.max(HEADER, TRAILER)];
    file.readFully(ends, 0, HEADER);
    response.write(ends, 0, HEADER);
    response.include(part, _ -> {});
    file.seek(length - TRAILER);
    file.readFully(ends, 0, TRAILER);
    response.write(ends, 0, TRAILER);
  }

  @FunctionalInterface
  interface Rest {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Sends the pack with {@code more} objects behind its own. */
  void send(PackResponse response, int more, Rest rest) throws IOException {
    MessageDigest digest = Constants.newMessageDigest();
    DigestOutputStream out = new DigestOutputStream(response, digest);
    ByteBuffer header = ByteBuffer.allocate(HEADER).put(Constants.PACK_SIGNATURE).putInt(2);
    header.putInt((int) (objects + more));
    out.write(header.array());
    if (goesAsPart(response)) {
      response.include(part, digest::update);
    } else {
      sendBody(out);
    }
    rest.writeTo(out);
    response.write(digest.digest());
  }

  /** Passes a pack's objects on, without header and trailer. */
  static OutputStream bodyOf(OutputStream out) {
    return new Inner(out);
  }

  void sendBody(OutputStream out) throws IOException {
    FileChannel channel = file.getChannel();
    channel.position(HEADER);
    byte[] buffer = new byte[BUFFER];
    long left = bodyLength();
    while (left > 0) {
      int count = channel.read(ByteBuffer.wrap(buffer, 0, (int) Math.min(BUFFER, left)));
      if (count < 0) {
        throw new IOException("A pack became shorter while it was read");
      }
      out.write(buffer, 0, count);
      left -= count;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static final class Inner extends OutputStream {

    private final OutputStream out;
    private final byte[] held = new byte[TRAILER];
    private int heldCount;
    private int skip = HEADER;

    Inner(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int skipped = Math.min(skip, length);
      skip -= skipped;
      int from = offset + skipped;
      int count = length - skipped;
      int surplus = heldCount + count - TRAILER;
      if (surplus > 0) {
        int fromHeld = Math.min(surplus, heldCount);
        out.write(held, 0, fromHeld);
        System.arraycopy(held, fromHeld, held, 0, heldCount - fromHeld);
        heldCount -= fromHeld;
        out.write(bytes, from, surplus - fromHeld);
        from += surplus - fromHeld;
        count -= surplus - fromHeld;
      }
      System.arraycopy(bytes, from, held, heldCount, count);
      heldCount += count;
    }
  }
}
