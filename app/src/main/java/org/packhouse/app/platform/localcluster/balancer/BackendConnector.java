package org.packhouse.app.platform.localcluster.balancer;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Connects to the node that {@link RepositoryAffinity} chooses, or to the next one. */
final class BackendConnector {

  private static final int CONNECT_MILLIS = 1_000;

  private final List<Backend> backends;
  private final Function<Backend, InetSocketAddress> address;

  BackendConnector(List<Backend> backends, Function<Backend, InetSocketAddress> address) {
    this.backends = List.copyOf(backends);
    this.address = address;
  }

  /** A client waiting for a node, called on its own event loop. */
  interface Waiting {
    void connected(Backend backend, Channel node);

    void refused();
  }

  /** Connects a client, on whose event loop the node's connection lives. */
  void connect(
      Channel client, @Nullable String repository, ChannelHandler handler, Waiting waiting) {
    connect(client, repository, handler, waiting, new HashSet<>());
  }

  private void connect(
      Channel client,
      @Nullable String repository,
      ChannelHandler handler,
      Waiting waiting,
      Set<Backend> tried) {
    Optional<Backend> chosen =
        RepositoryAffinity.choose(
            backends.stream()
                .filter(backend -> backend.inRotation() && !tried.contains(backend))
                .toList(),
            repository);
    if (chosen.isEmpty()) {
      waiting.refused();
      return;
    }
    Backend backend = chosen.get();
    ChannelFuture connecting =
        new Bootstrap()
            .group(client.eventLoop())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .handler(handler)
            .connect(address.apply(backend));
    backend.count(connecting.channel());
    connecting.addListener(
        (ChannelFutureListener)
            done -> {
              if (done.isSuccess()) {
                waiting.connected(backend, done.channel());
              } else {
                backend.healthy(false);
                tried.add(backend);
                connect(client, repository, handler, waiting, tried);
              }
            });
  }
}
