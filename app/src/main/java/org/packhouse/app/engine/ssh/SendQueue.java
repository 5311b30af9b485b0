package org.packhouse.app.engine.ssh;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.sshd.common.io.AbstractIoWriteFuture;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Packets to a client: they are copied once, into Netty's buffer, and leave in one system call if
 * there are many.
 */
final class SendQueue {

  /** Bytes beyond which a command that writes waits: a window promises more than clients take. */
  static final long MAX_UNSENT = 1 << 20;

  private final Supplier<@Nullable ChannelHandlerContext> context;
  private final Queue<Outgoing> outgoing = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean sending = new AtomicBoolean();
  private final AtomicLong unsent = new AtomicLong();
  private final Object room = new Object();

  SendQueue(Supplier<@Nullable ChannelHandlerContext> context) {
    this.context = context;
  }

  private record Outgoing(ByteBuf bytes, int length, Sent sent) {}

  private static final class Sent extends AbstractIoWriteFuture {
    Sent(Object id) {
      super(id, null);
    }
  }

  /** Queues a packet, in the order of its encryption. */
  IoWriteFuture add(Buffer buffer, SocketAddress remote) {
    Sent sent = new Sent(remote);
    ChannelHandlerContext current = context.get();
    if (current == null) {
      sent.setValue(new ClosedChannelException());
      return sent;
    }
    int length = buffer.available();
    ByteBuf bytes = current.alloc().directBuffer(length, length);
    bytes.writeBytes(buffer.array(), buffer.rpos(), length);
    unsent.addAndGet(length);
    outgoing.add(new Outgoing(bytes, length, sent));
    if (sending.compareAndSet(false, true)) {
      try {
        current.channel().eventLoop().execute(this::send);
      } catch (RejectedExecutionException e) {
        discard(e);
      }
    }
    return sent;
  }

  /** Writes what is queued; to be called by the event loop. */
  void send() {
    sending.set(false);
    ChannelHandlerContext current = context.get();
    if (current == null) {
      discard(new ClosedChannelException());
      return;
    }
    for (Outgoing next = outgoing.poll(); next != null; next = outgoing.poll()) {
      Outgoing packet = next;
      ChannelFuture written = current.write(packet.bytes);
      written.addListener(done -> left(packet, done.isSuccess() ? null : done.cause()));
    }
    current.flush();
  }

  /** Fails what is queued. */
  void discard(Throwable cause) {
    for (Outgoing next = outgoing.poll(); next != null; next = outgoing.poll()) {
      next.bytes.release();
      left(next, cause);
    }
  }

  private void left(Outgoing packet, @Nullable Throwable failure) {
    if (unsent.addAndGet(-packet.length) < MAX_UNSENT) {
      synchronized (room) {
        room.notifyAll();
      }
    }
    packet.sent.setValue(failure == null ? (Object) true : failure);
  }

  /** Waits for room; fails if the client took nothing for that many nanoseconds, or is gone. */
  void awaitRoom(long nanos) throws IOException, InterruptedException {
    if (unsent.get() < MAX_UNSENT) {
      return;
    }
    long deadline = System.nanoTime() + nanos;
    synchronized (room) {
      while (unsent.get() >= MAX_UNSENT) {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new SocketTimeoutException(
              "The client took no output for " + nanos / 1_000_000_000 + " s");
        }
        room.wait(left);
      }
    }
  }
}
