package org.packhouse.lab.git;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.wire.VerificationException;

/**
 * Takes a pack as it comes: its header always; its checksum if that is asked for, held against all
 * bytes but the last twenty, which are the checksum itself; and keeps it in a file if real git is
 * to read it.
 */
public final class PackCheck implements Closeable, SideBand.Data {

  private static final int HEADER = 12;
  private static final int TRAILER = 20;
  private static final int MAGIC = 0x5041434b;

  private final ByteBuffer header = ByteBuffer.allocate(HEADER);
  private final @Nullable MessageDigest digest;
  private final @Nullable FileChannel file;
  private byte[] tail = new byte[0];
  private long size;

  private PackCheck(@Nullable MessageDigest digest, @Nullable FileChannel file) {
    this.digest = digest;
    this.file = file;
  }

  /** Looks at the header alone. */
  public static PackCheck header() {
    return new PackCheck(null, null);
  }

  /** Looks at the checksum too. */
  public static PackCheck checksum() {
    return new PackCheck(Sha1.digest(), null);
  }

  /** Looks at the checksum, and keeps the pack in that file, which must not exist. */
  public static PackCheck keptIn(Path file) throws IOException {
    return new PackCheck(
        Sha1.digest(),
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  @Override
  public void take(ByteBuffer part) throws IOException {
    size += part.remaining();
    int at = part.position();
    while (header.hasRemaining() && at < part.limit()) {
      header.put(part.get(at++));
    }
    if (digest != null) {
      digest(digest, part.duplicate());
    }
    if (file != null) {
      while (part.hasRemaining()) {
        file.write(part);
      }
    }
  }

  private void digest(MessageDigest into, ByteBuffer part) {
    if (part.remaining() >= TRAILER) {
      into.update(tail);
      ByteBuffer body = part.slice(part.position(), part.remaining() - TRAILER);
      into.update(body);
      tail = new byte[TRAILER];
      part.get(part.limit() - TRAILER, tail);
      return;
    }
    byte[] longer = Arrays.copyOf(tail, tail.length + part.remaining());
    part.get(longer, tail.length, part.remaining());
    int done = Math.max(longer.length - TRAILER, 0);
    into.update(longer, 0, done);
    tail = Arrays.copyOfRange(longer, done, longer.length);
  }

  /** Sees to it that this was a whole pack, and says how many objects it announced. */
  public long end() throws IOException {
    if (size < HEADER + TRAILER) {
      throw new VerificationException("A pack has %d bytes".formatted(size));
    }
    if (header.getInt(0) != MAGIC) {
      throw new VerificationException(
          "A pack begins with %08x in place of PACK".formatted(header.getInt(0)));
    }
    if (header.getInt(4) != 2) {
      throw new VerificationException("A pack has the version " + header.getInt(4));
    }
    if (digest != null && !Arrays.equals(digest.digest(), tail)) {
      throw new VerificationException(
          "A pack of %d bytes does not match its checksum".formatted(size));
    }
    return Integer.toUnsignedLong(header.getInt(8));
  }

  /** How many bytes came. */
  public long size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
