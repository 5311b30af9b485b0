package org.packhouse.app.engine.ssh;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.internal.SocketUtils;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;

/** A client's socket, to which any thread may write while the event loop has nothing to send. */
final class ClientSocket extends NioSocketChannel {

  private ClientSocket(Channel parent, SocketChannel socket) {
    super(parent, socket);
  }

  /**
   * Gives the kernel what it has room for. An interrupt of the thread does not close the socket.
   */
  void write(ByteBuffer bytes) throws IOException {
    javaChannel().write(bytes);
  }

  /** The socket that listens. */
  static final class Listening extends NioServerSocketChannel {

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      SocketChannel socket = SocketUtils.accept(javaChannel());
      if (socket == null) {
        return 0;
      }
      accepted.add(new ClientSocket(this, socket));
      return 1;
    }
  }
}
