package org.packhouse.app.engine.ssh;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PROXY protocol, versions 1 and 2: a trusted proxy begins each connection with a header that
 * names its client. A connection without one is closed, and hears nothing before.
 */
final class TrustedProxies {

  private static final Logger LOG = LoggerFactory.getLogger(TrustedProxies.class);

  private final List<IpSubnetFilterRule> trusted;
  private final long timeoutMillis;

  TrustedProxies(SshSettings settings) {
    trusted = settings.proxyProtocol().trusted().stream().map(TrustedProxies::rule).toList();
    timeoutMillis = settings.authTimeout().toMillis();
  }

  private static IpSubnetFilterRule rule(String range) {
    try {
      int slash = range.indexOf('/');
      String address = slash < 0 ? range : range.substring(0, slash);
      int whole = address.indexOf(':') < 0 ? 32 : 128;
      int prefix = slash < 0 ? whole : Integer.parseInt(range.substring(slash + 1));
      return new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "server.ssh.proxy-protocol.trusted names %s, which is neither an address nor a CIDR range"
              .formatted(range),
          e);
    }
  }

  /** Adds the header's reader to the pipeline; returns false if the peer is not trusted. */
  boolean expectHeader(Channel channel) {
    InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
    if (trusted.stream().noneMatch(rule -> rule.matches(peer))) {
      LOG.warn(
          "Refused an SSH connection from {}: it is not among server.ssh.proxy-protocol.trusted",
          peer);
      return false;
    }
    channel.pipeline().addLast(new HAProxyMessageDecoder(), new Header());
    return true;
  }

  private final class Header extends ChannelInboundHandlerAdapter {

    private @Nullable ScheduledFuture<?> timeout;

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      timeout =
          ctx.executor()
              .schedule(() -> refuse(ctx, "none came"), timeoutMillis, TimeUnit.MILLISECONDS);
      ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (!(message instanceof HAProxyMessage header)) {
        ctx.fireChannelRead(message);
        return;
      }
      try {
        // LOCAL and UNKNOWN: the proxy speaks for itself.
        if (header.command() == HAProxyCommand.PROXY && namesClient(header.proxiedProtocol())) {
          ctx.channel()
              .attr(Connection.CLIENT)
              .set(new InetSocketAddress(header.sourceAddress(), header.sourcePort()));
        }
      } finally {
        header.release();
      }
      stopWaiting();
      ctx.fireChannelActive();
      ctx.pipeline().remove(this);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      stopWaiting();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      refuse(ctx, String.valueOf(cause.getMessage()));
    }

    private static boolean namesClient(HAProxyProxiedProtocol protocol) {
      return protocol == HAProxyProxiedProtocol.TCP4 || protocol == HAProxyProxiedProtocol.TCP6;
    }

    private void stopWaiting() {
      if (timeout != null) {
        timeout.cancel(false);
      }
    }

    private void refuse(ChannelHandlerContext ctx, String reason) {
      LOG.warn(
          "Refused an SSH connection from {} without PROXY header: {}",
          ctx.channel().remoteAddress(),
          reason);
      stopWaiting();
      ChannelFuture _ = ctx.close();
    }
  }
}
