package org.packhouse.app.platform.localcluster.balancer;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageEncoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolVersion;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import java.net.Inet6Address;
import java.net.InetSocketAddress;

/** Relays the bytes of a connection both ways, after a PROXY protocol header. */
final class TcpRelay extends ChannelInboundHandlerAdapter {

  private final BackendConnector connector;

  TcpRelay(BackendConnector connector) {
    this.connector = connector;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    Channel client = context.channel();
    client.config().setAutoRead(false);
    connector.connect(
        client,
        null,
        HAProxyMessageEncoder.INSTANCE,
        new BackendConnector.Waiting() {
          @Override
          public void connected(Backend backend, Channel node) {
            var _ = node.writeAndFlush(header(client));
            node.pipeline().addLast(new Pipe(client));
            client.pipeline().addLast(new Pipe(node));
            if (client.isActive()) {
              client.config().setAutoRead(true);
            } else {
              var _ = node.close();
            }
          }

          @Override
          public void refused() {
            var _ = client.close();
          }
        });
  }

  private static HAProxyMessage header(Channel client) {
    InetSocketAddress from = (InetSocketAddress) client.remoteAddress();
    InetSocketAddress to = (InetSocketAddress) client.localAddress();
    return new HAProxyMessage(
        HAProxyProtocolVersion.V2,
        HAProxyCommand.PROXY,
        from.getAddress() instanceof Inet6Address
            ? HAProxyProxiedProtocol.TCP6
            : HAProxyProxiedProtocol.TCP4,
        from.getAddress().getHostAddress(),
        to.getAddress().getHostAddress(),
        from.getPort(),
        to.getPort());
  }

  /** One direction, as fast as the other end accepts. */
  private static final class Pipe extends ChannelInboundHandlerAdapter {

    private final Channel other;

    Pipe(Channel other) {
      this.other = other;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      var _ = other.write(message);
      context.channel().config().setAutoRead(other.isWritable());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      other.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      other.config().setAutoRead(context.channel().isWritable());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      other.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var _ = context.close();
    }
  }
}
