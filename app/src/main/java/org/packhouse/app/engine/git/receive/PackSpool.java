package org.packhouse.app.engine.git.receive;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import org.eclipse.jgit.lib.Constants;

/**
 * Stores a slow pack on the local disk until it is complete, before it takes a ticket. A pack ends
 * with the SHA-1 of all that precedes it, which is compared whenever bytes have come, as the client
 * need not close its stream. The file has no name, so that it is gone with the process.
 */
final class PackSpool implements AutoCloseable {

  private static final int BUFFER = 64 * 1024;
  private static final int TRAILER = 20;
  private static final long ROOM_EVERY = 16L * 1024 * 1024;

  private final FileChannel file;
  private final Path directory;
  private final long room;
  private final MessageDigest sha1 = Constants.newMessageDigest();
  private InputStream unread = InputStream.nullInputStream();
  private byte[] last = new byte[0];
  private long size;
  private boolean complete;

  private PackSpool(FileChannel file, Path directory, long room) {
    this.file = file;
    this.directory = directory;
    this.room = room;
  }

  /** Leaves so many bytes of the disk free. */
  static PackSpool in(Path directory, long room) throws IOException {
    Path name = Files.createTempFile(Files.createDirectories(directory), "push", ".pack");
    try {
      return new PackSpool(
          FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE),
          directory,
          room);
    } finally {
      Files.delete(name);
    }
  }

  /**
   * Reads until the pack is complete, its stream ends, the room is used, or about {@code most}
   * bytes (0: any number) are there. {@code begun} was read of the pack already.
   */
  void fill(ByteArrayInputStream begun, InputStream rest, long most) throws IOException {
    unread = begun;
    take(begun, most);
    if (begun.available() == 0) {
      take(rest, most);
    }
  }

  private void take(InputStream source, long most) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long nextLook = size;
    while (!complete && (most == 0 || size <= most)) {
      if (size >= nextLook) {
        if (Files.getFileStore(directory).getUsableSpace() < room + ROOM_EVERY) {
          return;
        }
        nextLook = size + ROOM_EVERY;
      }
      int count = source.read(buffer);
      if (count < 0) {
        return;
      }
      add(buffer, count);
    }
  }

  private void add(byte[] bytes, int count) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes, 0, count);
    while (left.hasRemaining()) {
      file.write(left);
    }
    size += count;
    byte[] joined = Arrays.copyOf(last, last.length + count);
    System.arraycopy(bytes, 0, joined, last.length, count);
    int before = Math.max(0, joined.length - TRAILER);
    sha1.update(joined, 0, before);
    last = Arrays.copyOfRange(joined, before, joined.length);
    complete = size > TRAILER && MessageDigest.isEqual(digest(), last);
  }

  private byte[] digest() {
    try {
      MessageDigest now = (MessageDigest) sha1.clone();
      byte[] digest = new byte[TRAILER];
      now.digest(digest, 0, TRAILER);
      return digest;
    } catch (CloneNotSupportedException | DigestException e) {
      throw new IllegalStateException("The JDK's SHA-1 can be cloned", e);
    }
  }

  boolean isComplete() {
    return complete;
  }

  /** Returns the stored bytes. */
  InputStream replay() throws IOException {
    return new SequenceInputStream(Channels.newInputStream(file.position(0)), unread);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
