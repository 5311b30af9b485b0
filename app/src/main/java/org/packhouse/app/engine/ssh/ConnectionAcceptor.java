package org.packhouse.app.engine.ssh;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.net.InetSocketAddress;
import org.apache.sshd.common.io.IoHandler;
import org.apache.sshd.netty.NettyIoAcceptor;
import org.apache.sshd.netty.NettyIoServiceFactory;
import org.jspecify.annotations.Nullable;

/** Accepts connections and makes their pipelines. */
final class ConnectionAcceptor extends NettyIoAcceptor {

  private static final int READ_SIZE = 64 << 10;

  ConnectionAcceptor(
      NettyIoServiceFactory factory,
      IoHandler handler,
      InputMemory memory,
      ConnectionLimit limit,
      @Nullable TrustedProxies proxies) {
    super(factory, handler);
    bootstrap
        .option(ChannelOption.SO_BACKLOG, 1024)
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
}
