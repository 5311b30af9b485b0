package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.ResponseTarget;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseFile.Range;

/**
 * Output of a command. What is large goes from the caller's array, or from a file, into packets at
 * once; what is small is gathered until {@link #flush}. A write waits until the client's window and
 * connection have room, and holds no memory while it does.
 */
final class ClientOutput extends OutputStream implements ResponseTarget {

  private static final int SMALL = 8 << 10;

  private final GitChannel channel;
  private final byte type;
  private final long idleNanos;
  private final PacketRoom.Kept rooms;
  private byte @Nullable [] gathered;
  private int count;
  private long sent;

  /** Waits at most {@code idle} in a write, for a client that takes nothing. */
  ClientOutput(GitChannel channel, byte type, Duration idle) {
    this.channel = channel;
    this.type = type;
    this.idleNanos = idle.toNanos();
    this.rooms = channel.session().rooms();
  }

  /** Returns the bytes that were written. */
  synchronized long sent() {
    return sent;
  }

  @Override
  public OutputStream out() {
    return this;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int start, int length) throws IOException {
    if (count + length <= SMALL) {
      if (gathered == null) {
        gathered = new byte[SMALL];
      }
      System.arraycopy(bytes, start, gathered, count, length);
      count += length;
    } else {
      flush();
      sendAll(ByteBuffer.wrap(bytes, start, length));
    }
    sent += length;
  }

  @Override
  public synchronized void flush() throws IOException {
    if (gathered != null && count > 0) {
      int length = count;
      count = 0;
      sendAll(ByteBuffer.wrap(gathered, 0, length));
    }
  }

  private void sendAll(ByteBuffer bytes) throws IOException {
    int end = bytes.limit();
    while (bytes.position() < end) {
      int length = take(end - bytes.position());
      PacketRoom room = rooms.borrow();
      send(bytes.limit(bytes.position() + length), room);
      rooms.giveBack(room);
    }
  }

  @Override
  public synchronized void send(ResponseFile file) throws IOException {
    try (file) {
      flush();
      for (Range range : file.ranges()) {
        send(range);
      }
    }
  }

  private void send(Range range) throws IOException {
    try (FileChannel from = FileChannel.open(range.file(), StandardOpenOption.READ)) {
      long position = range.position();
      long end = position + range.length();
      while (position < end) {
        int length = take(end - position);
        PacketRoom room = rooms.borrow();
        ByteBuffer block = room.file(length);
        while (block.hasRemaining()) {
          int read = from.read(block, position);
          if (read < 0) {
            throw new IOException("%s ends %d bytes early".formatted(range.file(), end - position));
          }
          position += read;
        }
        send(block.flip(), room);
        rooms.giveBack(room);
        sent += length;
      }
    }
  }

  private void send(ByteBuffer data, PacketRoom room) throws IOException {
    channel.session().send(new GitSession.Output(channel, type, data, room));
  }

  /** Waits for room, first in the connection and then in the window, and takes it. */
  private int take(long wanted) throws IOException {
    try {
      channel.connection().output().awaitRoom(idleNanos);
      return channel.window().take((int) Math.min(wanted, PacketRoom.MAX_DATA), idleNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("Stopped while writing");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
