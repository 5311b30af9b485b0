package org.packhouse.app.platform.localcluster.balancer;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.platform.configuration.StartRefusedException;

/**
 * A load balancer for the nodes of one machine: HTTP by request, with {@code X-Forwarded-*}
 * headers, and SSH by connection, with the PROXY protocol. A node whose {@code /status} is not 200
 * gets no new work within two seconds, and finishes what it has.
 */
public final class Balancer implements AutoCloseable {

  private static final int THREADS = 2;
  private static final int BACKLOG = 1024;
  private static final long LAST_MOMENT_SECONDS = 5;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(THREADS, NioIoHandler.newFactory());
  private final HealthChecks checks;

  /** Listens on all addresses. */
  public Balancer(List<Backend> backends, int httpPort, int sshPort) {
    this.checks = new HealthChecks(backends);
    try {
      listen(httpPort, new HttpFront(new BackendConnector(backends, Backend::http)));
      listen(sshPort, new SshFront(new BackendConnector(backends, Backend::ssh)));
    } catch (StartRefusedException e) {
      close();
      throw e;
    }
  }

  private void listen(int port, ChannelHandler front) {
    var bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(front)
            .bind(new InetSocketAddress(port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new StartRefusedException(
          "The load balancer cannot listen on port %d: %s."
              .formatted(port, bound.cause().getMessage()),
          bound.cause());
    }
  }

  private static final class SshFront extends ChannelInitializer<Channel> {

    private final BackendConnector connector;

    SshFront(BackendConnector connector) {
      this.connector = connector;
    }

    @Override
    protected void initChannel(Channel client) {
      client.pipeline().addLast(new TcpRelay(connector));
    }
  }

  @Override
  public void close() {
    checks.close();
    loops.shutdownGracefully(0, LAST_MOMENT_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
