package org.packhouse.app.engine.ssh;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.io.IoHandler;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.Readable;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.netty.NettyIoService;
import org.apache.sshd.netty.NettyIoSession;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.ssh.InputMemory.Share;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP connection, as the SSH library sees it. It differs from the library's own in this:
 *
 * <ul>
 *   <li>Key exchange and authentication run on a virtual thread of the connection, so a slow
 *       database holds up nobody else. Of those who have signed in the event loop decrypts the
 *       input itself: what they send then waits for nothing.
 *   <li>The socket is read while little is unprocessed and the commands hold little unread input
 *       ({@link InputMemory}).
 *   <li>Packets to the client leave by the thread that made them, many in one system call.
 *   <li>Bytes that cannot begin a version line are refused at once, not at the end of the line.
 * </ul>
 */
final class Connection extends NettyIoSession {

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** The client's address, if a proxy named it. */
  static final AttributeKey<InetSocketAddress> CLIENT = AttributeKey.valueOf("packhouse.client");

  /** Clients send nothing before their version (RFC 4253, 4.2). */
  private static final byte[] VERSION = "SSH-".getBytes(StandardCharsets.US_ASCII);

  /** Bytes that may wait for the virtual thread while more is read. */
  private static final int MAX_BACKLOG = 64 << 10;

  private static final String NO_VERSION =
      "This is an SSH server: a client begins with its version, such as SSH-2.0-OpenSSH_9.6.";

  private final Share input;
  private final SendQueue output = new SendQueue(() -> context);
  private final ConnectionLimit limit;
  private volatile long lastHeard = System.nanoTime();
  private volatile boolean signedIn;
  private volatile @Nullable InetSocketAddress client;

  Connection(
      NettyIoService service,
      IoHandler handler,
      SocketAddress local,
      InputMemory memory,
      ConnectionLimit limit) {
    super(service, handler, local);
    this.limit = limit;
    this.input = memory.share(this::read);
  }

  ChannelHandler events() {
    return new Events();
  }

  Share input() {
    return input;
  }

  SendQueue output() {
    return output;
  }

  long lastHeard() {
    return lastHeard;
  }

  /** Exempts the connection from {@link ConnectionLimit}: the client has signed in. */
  void authenticated() {
    signedIn = true;
    ChannelHandlerContext current = context;
    if (current != null) {
      limit.authenticated(current.channel());
    }
  }

  /** Returns the address that the proxy in front named, if there is one. */
  @Override
  public SocketAddress getRemoteAddress() {
    return client == null ? super.getRemoteAddress() : client;
  }

  @Override
  public IoWriteFuture writeBuffer(Buffer buffer) {
    return output.add(buffer);
  }

  @Override
  public void suspendRead() {
    throw new UnsupportedOperationException("Reading is governed by what the commands hold");
  }

  @Override
  public void resumeRead() {
    throw new UnsupportedOperationException("Reading is governed by what the commands hold");
  }

  private void read() {
    ChannelHandlerContext current = context;
    if (current != null) {
      current.read();
    }
  }

  @Override
  protected void channelActive(ChannelHandlerContext ctx) throws Exception {
    client = ctx.channel().attr(CLIENT).get();
    if (client != null) {
      limit.named(ctx.channel(), client);
    }
    super.channelActive(ctx);
    ctx.read();
  }

  @Override
  protected void channelInactive(ChannelHandlerContext ctx) throws Exception {
    try {
      super.channelInactive(ctx);
    } finally {
      input.close();
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws Exception;
  }

  private final class Events extends ChannelInboundHandlerAdapter {

    private final SerialExecutor executor = new SerialExecutor();
    private final AtomicInteger backlog = new AtomicInteger();
    private final AtomicBoolean paused = new AtomicBoolean();
    private int begun;

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      perform(ctx, () -> Connection.this.channelActive(ctx));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      lastHeard = System.nanoTime();
      ByteBuf bytes = (ByteBuf) message;
      int length = bytes.readableBytes();
      backlog.addAndGet(length);
      if (signedIn && executor.isIdle()) {
        attempt(ctx, () -> process(ctx, bytes));
        backlog.addAndGet(-length);
      } else {
        perform(
            ctx,
            () -> {
              try {
                process(ctx, bytes);
              } finally {
                processed(length);
              }
            });
      }
    }

    private void process(ChannelHandlerContext ctx, ByteBuf bytes) throws Exception {
      try {
        checkVersion(bytes);
        Connection.this.channelRead(ctx, new Received(bytes));
      } finally {
        bytes.release();
      }
    }

    private void processed(int length) {
      if (backlog.addAndGet(-length) < MAX_BACKLOG && paused.compareAndSet(true, false)) {
        readIfPermitted();
      }
    }

    /**
     * Keeps the socket readable while little waits: an interest that is withdrawn costs two calls.
     */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      if (backlog.get() < MAX_BACKLOG) {
        readIfPermitted();
        return;
      }
      paused.set(true);
      // The backlog may have gone between the check and this note.
      processed(0);
    }

    private void readIfPermitted() {
      if (input.mayRead()) {
        Connection.this.read();
      }
    }

    private void checkVersion(ByteBuf bytes) throws SshException {
      int at = bytes.readerIndex();
      while (begun < VERSION.length && at < bytes.writerIndex()) {
        if (bytes.getByte(at) != VERSION[begun]) {
          writeBuffer(
              new ByteArrayBuffer((NO_VERSION + "\r\n").getBytes(StandardCharsets.US_ASCII)));
          throw new SshException(
              SshConstants.SSH2_DISCONNECT_PROTOCOL_VERSION_NOT_SUPPORTED, NO_VERSION);
        }
        begun++;
        at++;
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      perform(ctx, () -> Connection.this.channelInactive(ctx));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      perform(ctx, () -> Connection.this.exceptionCaught(ctx, cause));
    }

    private void perform(ChannelHandlerContext ctx, Step step) {
      executor.execute(() -> attempt(ctx, step));
    }

    private void attempt(ChannelHandlerContext ctx, Step step) {
      try {
        step.run();
      } catch (Exception e) {
        failed(ctx, e);
      }
    }

    private void failed(ChannelHandlerContext ctx, Exception failure) {
      try {
        Connection.this.exceptionCaught(ctx, failure);
      } catch (Exception e) {
        LOG.debug("{} is closed: there is no session to tell", Connection.this, e);
        ChannelFuture _ = ctx.close();
      }
    }
  }

  private record Received(ByteBuf bytes) implements Readable {
    @Override
    public int available() {
      return bytes.readableBytes();
    }

    @Override
    public void getRawBytes(byte[] data, int offset, int length) {
      bytes.getBytes(bytes.readerIndex(), data, offset, length);
    }
  }
}
