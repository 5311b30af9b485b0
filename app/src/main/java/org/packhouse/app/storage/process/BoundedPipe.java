package org.packhouse.app.storage.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A pipe between a platform thread that blocks on a process and a virtual thread that must not. Its
 * fixed size makes a slow reader slow the writer.
 *
 * <p>One thread writes and one reads. Each uses its part of the ring without the lock, which only
 * guards the border, so bytes are copied once in and once out.
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

  /** Reads once from a source. Returns false at its end, or if the reader is gone. */
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

  void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int room = Math.min(awaitRoom(), end - at);
      if (room == 0) {
        throw new IOException("No reader is left");
      }
      System.arraycopy(bytes, at, ring, writePosition(), room);
      added(room);
      at += room;
    }
  }

  /** Ends the stream after the remaining bytes. */
  void end() {
    change(() -> ended = true);
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Makes reads fail with that message. */
  void fail(String message) {
    change(() -> failure = ended || failure != null ? failure : message);
  }

  /** Stops the writer, because the reader is gone. */
  void abandon() {
    change(() -> abandoned = true);
  }

  /** Returns -1 at the end. */
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

  /** Writes once what is available; returns the count, or -1 at the end. */
  int drainTo(OutputStream target) throws IOException {
    int available = awaitBytes();
    if (available == 0) {
      return -1;
    }
    target.write(ring, start, available);
    removed(available);
    return available;
  }

  /** Returns whether a read would block. */
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
