package org.packhouse.app.engine.ssh;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.apache.sshd.common.io.IoHandler;
import org.apache.sshd.netty.NettyIoAcceptor;
import org.jspecify.annotations.Nullable;

/** Accepts connections and makes their pipelines. */
final class ConnectionAcceptor extends NettyIoAcceptor {

  private static final int READ_SIZE = 64 << 10;

  private final ServerBootstrap listening;

  ConnectionAcceptor(
      ConnectionServiceFactory factory,
      EventLoopGroup loops,
      IoHandler handler,
      InputMemory memory,
      ConnectionLimit limit,
      @Nullable TrustedProxies proxies) {
    super(factory, handler);
    this.listening = new ServerBootstrap();
    listening
        .group(loops)
        .channelFactory(ClientSocket.Listening::new)
        .option(ChannelOption.SO_BACKLOG, 1024)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.AUTO_READ, false)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(
            ChannelOption.RECVBUF_ALLOCATOR,
            new FixedRecvByteBufAllocator(READ_SIZE).maxMessagesPerRead(1))
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                ChannelPipeline pipeline = channel.pipeline();
                if (proxies != null && !proxies.expectHeader(channel)) {
                  ChannelFuture _ = channel.close();
                  return;
                }
                limit.accepted(channel, proxies == null ? channel.remoteAddress() : null);
                Connection connection =
                    new Connection(
                        ConnectionAcceptor.this,
                        handler,
                        (InetSocketAddress) channel.localAddress(),
                        memory,
                        limit);
                pipeline.addLast(connection.events());
              }
            });
  }

  /** Listens with sockets of its own kind, which the library's bootstrap cannot be told. */
  @Override
  protected Channel bindInternal(SocketAddress address) throws IOException {
    ChannelFuture bound = listening.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    Channel channel = bound.channel();
    channelGroup.add(channel);
    SocketAddress local = channel.localAddress();
    boundAddresses.put(local, channel);
    channel.closeFuture().addListener(closed -> boundAddresses.remove(local));
    return channel;
  }
}
