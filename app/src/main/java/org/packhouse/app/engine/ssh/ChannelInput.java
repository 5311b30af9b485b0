package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.sshd.common.channel.LocalWindow;
import org.apache.sshd.server.channel.ChannelDataReceiver;
import org.apache.sshd.server.channel.ChannelSession;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.ssh.InputMemory.Share;

/**
 * Input of a command: packets in arrays of their own. The library's own stream moves its whole
 * buffer with every read, which with a window of megabytes costs more than the decryption.
 */
final class ChannelInput extends InputStream implements ChannelDataReceiver {

  private final LocalWindow window;
  private final Share memory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<byte[]> packets = new ArrayDeque<>();
  private int offset;
  private long held;
  private long taken;
  private boolean ended;
  private boolean stopped;

  ChannelInput(LocalWindow window, Share memory) {
    this.window = window;
    this.memory = memory;
  }

  @Override
  public int data(ChannelSession channel, byte[] bytes, int start, int length) {
    byte[] packet = new byte[length];
    System.arraycopy(bytes, start, packet, 0, length);
    lock.lock();
    try {
      if (length == 0 || ended || stopped) {
        return length;
      }
      packets.add(packet);
      held += length;
      memory.add(length);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    return 0;
  }

  long taken() {
    lock.lock();
    try {
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the input: buffered bytes can still be read. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Fails further reads, and drops what is buffered and still comes. */
  void stop() {
    long dropped;
    lock.lock();
    try {
      stopped = true;
      dropped = held;
      held = 0;
      packets.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    memory.remove(dropped);
  }

  /** The library closes its receiver when the client has sent EOF. */
  @Override
  public void close() {
    end();
  }

  @Override
  public int available() {
    lock.lock();
    try {
      return (int) Math.min(held, Integer.MAX_VALUE);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int start, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int count = 0;
    lock.lock();
    try {
      byte[] packet = next();
      while (packet != null && count < length) {
        int part = Math.min(length - count, packet.length - offset);
        System.arraycopy(packet, offset, target, start + count, part);
        count += part;
        offset += part;
        if (offset == packet.length) {
          packets.remove();
          offset = 0;
          packet = packets.peek();
        }
      }
      held -= count;
      taken += count;
    } finally {
      lock.unlock();
    }
    if (count == 0) {
      return -1;
    }
    memory.remove(count);
    if (window.isOpen()) {
      window.release(count);
    }
    return count;
  }

  private byte @Nullable [] next() throws IOException {
    try {
      while (packets.isEmpty() && !ended && !stopped) {
        changed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("Stopped while reading");
      interrupted.initCause(e);
      throw interrupted;
    }
    if (stopped) {
      throw new ClosedChannelException();
    }
    return packets.peek();
  }
}
