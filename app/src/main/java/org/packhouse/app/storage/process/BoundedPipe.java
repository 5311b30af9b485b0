package org.packhouse.app.storage.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way from one thread to another: from a platform thread that blocks on a process to
 * a virtual one that must not, or back. It holds a fixed number of bytes, so that a slow reader
 * slows the writer.
 *
 * <p>One thread writes and one reads. Each works on its own part of the ring without the lock,
 * which is held only to move the border between the parts: bytes are copied in once and out once.
 */
final class BoundedPipe {

  private final byte[] ring;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int start;
  private int size;
  private boolean ended;
  private boolean abandoned;
  private @Nullable String failure;

  BoundedPipe(int capacity) {
    ring = new byte[capacity];
  }

  /**
   * Reads once from a source into the free part, waiting until there is one.
   *
   * @return whether there may be more: false at the end of the source, or if nobody reads any more
   */
  boolean fillFrom(InputStream source) throws IOException {
    int room = awaitRoom();
    if (room == 0) {
      return false;
    }
    int count = source.read(ring, writePosition(), room);
    if (count < 0) {
      return false;
    }
    added(count);
    return true;
  }

  /** Writes all bytes, waiting for room. */
  void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int room = Math.min(awaitRoom(), end - at);
      if (room == 0) {
        throw new IOException("Nobody reads any more");
      }
      System.arraycopy(bytes, at, ring, writePosition(), room);
      added(room);
      at += room;
    }
  }

  /** No more bytes come; those that are there can still be read. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The reader gets an {@link IOException} with that message instead of more bytes. */
  void fail(String message) {
    lock.lock();
    try {
      if (!ended && failure == null) {
        failure = message;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody reads any more; the writer stops. */
  void abandon() {
    lock.lock();
    try {
      abandoned = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Reads what is there, waiting for the first byte. Returns -1 at the end. */
  int read(byte[] target, int offset, int length) throws IOException {
    int available = awaitBytes();
    if (available == 0) {
      return -1;
    }
    int count = Math.min(available, length);
    System.arraycopy(ring, start, target, offset, count);
    removed(count);
    return count;
  }

  /**
   * Writes once to a target what is there, waiting for the first byte.
   *
   * @return how many; -1 at the end
   */
  int drainTo(OutputStream target) throws IOException {
    int available = awaitBytes();
    if (available == 0) {
      return -1;
    }
    target.write(ring, start, available);
    removed(available);
    return available;
  }

  /** Whether the reader would have to wait. */
  boolean isEmpty() {
    lock.lock();
    try {
      return size == 0 && !ended && failure == null;
    } finally {
      lock.unlock();
    }
  }

  private int writePosition() {
    lock.lock();
    try {
      return (start + size) % ring.length;
    } finally {
      lock.unlock();
    }
  }

  private int awaitRoom() throws IOException {
    lock.lock();
    try {
      while (size == ring.length && !abandoned && failure == null) {
        changed.await();
      }
      if (abandoned || failure != null) {
        return 0;
      }
      if (size == 0) {
        start = 0;
      }
      int position = (start + size) % ring.length;
      return position < start ? start - position : ring.length - position;
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private int awaitBytes() throws IOException {
    lock.lock();
    try {
      while (size == 0 && !ended && failure == null) {
        changed.await();
      }
      if (size == 0 && failure != null) {
        throw new IOException(failure);
      }
      return Math.min(size, ring.length - start);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private void added(int count) {
    lock.lock();
    try {
      size += count;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void removed(int count) {
    lock.lock();
    try {
      start = (start + count) % ring.length;
      size -= count;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static IOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    IOException exception = new InterruptedIOException("Interrupted");
    exception.initCause(cause);
    return exception;
  }
}
