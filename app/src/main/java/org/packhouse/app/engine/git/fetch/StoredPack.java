package org.packhouse.app.engine.git.fetch;

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
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ProgressMonitor;

/**
 * A pack on disk that is sent as it is, maybe with more objects behind its own. Its file is open,
 * so that it stays whole whatever housekeeping does.
 */
final class StoredPack implements AutoCloseable {

  private static final int HEADER = 12;
  private static final int COUNT_AT = 8;
  private static final int TRAILER = 20;
  private static final int BUFFER = 64 * 1024;

  private final RandomAccessFile file;
  private final long objects;
  private final long length;

  /**
   * Opens it.
   *
   * @throws IOException if the file is not what its index says
   */
  StoredPack(Pack pack) throws IOException {
    File path = pack.getPackFile();
    objects = pack.getIndex().getObjectCount();
    file = new RandomAccessFile(path, "r");
    try {
      length = file.length();
      check(path, pack.getIndex().getChecksum());
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

  /** How many objects it has. */
  long objects() {
    return objects;
  }

  /** Sends it as it is. */
  void send(PackResponse response) throws IOException {
    file.seek(0);
    response.writeAll(Channels.newInputStream(file.getChannel()));
  }

  /** Sends it with the objects of a writer behind its own. */
  void send(PackResponse response, PackWriter more, ProgressMonitor monitor) throws IOException {
    MessageDigest digest = Constants.newMessageDigest();
    DigestOutputStream out = new DigestOutputStream(response, digest);
    ByteBuffer header = ByteBuffer.allocate(HEADER).put(Constants.PACK_SIGNATURE).putInt(2);
    header.putInt((int) (objects + more.getObjectCount()));
    out.write(header.array());
    file.seek(HEADER);
    sendBody(out);
    Inner inner = new Inner(out);
    more.writePack(monitor, monitor, inner);
    response.write(digest.digest());
  }

  private void sendBody(OutputStream out) throws IOException {
    FileChannel channel = file.getChannel();
    byte[] buffer = new byte[BUFFER];
    long left = length - HEADER - TRAILER;
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

  /** Passes on the objects of a pack without its header and its trailer. */
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
