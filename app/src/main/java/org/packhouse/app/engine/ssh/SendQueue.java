package org.packhouse.app.engine.ssh;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.sshd.common.io.AbstractIoWriteFuture;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to a client: the thread that has them gives them to the kernel. The event loop sends what
 * the kernel has no room for, and meanwhile all that comes after.
 */
final class SendQueue {

  static final IoWriteFuture SENT = AbstractIoWriteFuture.fulfilled("sent", true);

  private final Supplier<@Nullable ChannelHandlerContext> context;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition drained = lock.newCondition();

  /** The number of bytes that were handed to the event loop and are not in the kernel yet. */
  private long unsent;

  SendQueue(Supplier<@Nullable ChannelHandlerContext> context) {
    this.context = context;
  }

  private static final class Queued extends AbstractIoWriteFuture {
    Queued() {
      super("queued", null);
    }
  }

  /** Sends a packet, in the order of its encryption. Does not block. */
  IoWriteFuture add(Buffer buffer) {
    return add(ByteBuffer.wrap(buffer.array(), buffer.rpos(), buffer.available()));
  }

  /** Sends bytes, which the caller may overwrite afterwards. Does not block. */
  IoWriteFuture add(ByteBuffer bytes) {
    ChannelHandlerContext current = context.get();
    if (current == null) {
      return failed(new ClosedChannelException());
    }
    lock.lock();
    try {
      if (unsent == 0) {
        ((ClientSocket) current.channel()).write(bytes);
      }
      return bytes.hasRemaining() ? queue(bytes, current) : SENT;
    } catch (IOException e) {
      var _ = current.close();
      return failed(e);
    } finally {
      lock.unlock();
    }
  }

  private static IoWriteFuture failed(IOException failure) {
    return AbstractIoWriteFuture.fulfilled("failed", failure);
  }

  private IoWriteFuture queue(ByteBuffer bytes, ChannelHandlerContext current) {
    int length = bytes.remaining();
    ByteBuf copy = current.alloc().directBuffer(length, length).writeBytes(bytes);
    unsent += length;
    Queued queued = new Queued();
    current
        .writeAndFlush(copy)
        .addListener(done -> {
          left(length);
          queued.setValue(done.isSuccess() ? (Object) true : done.cause());
        });
    return queued;
  }

  private void left(int length) {
    lock.lock();
    try {
      unsent -= length;
      if (unsent == 0) {
        drained.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the kernel has taken all; fails if the client took nothing for that many
   * nanoseconds, which a waiting thread notices when {@link #wake} is called.
   */
  void awaitRoom(long nanos) throws IOException, InterruptedException {
    lock.lock();
    try {
      if (unsent == 0) {
        return;
      }
      long since = System.nanoTime();
      while (unsent > 0) {
        if (System.nanoTime() - since > nanos) {
          throw new SocketTimeoutException(
              "The client took no output for " + nanos / 1_000_000_000 + " s");
        }
        drained.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes waiting threads to check their time limit; one tick for all is cheaper than timers. */
  void wake() {
    lock.lock();
    try {
      drained.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
