package org.packhouse.app.engine.ssh;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.ClientNetwork;
import org.packhouse.app.platform.throttle.HoldersByNetwork;

/**
 * Limits connections that have not signed in: beyond the limit the oldest one of the network with
 * most is closed. Signing in takes a fraction of a second, while occupied connections are lost. A
 * proxy's connection belongs to no network until the proxy has named its client.
 */
final class ConnectionLimit {

  private static final String UNKNOWN = "";

  private final int most;
  private final HoldersByNetwork<Channel> waiting = new HoldersByNetwork<>();

  ConnectionLimit(int most) {
    this.most = most;
  }

  void accepted(Channel channel, @Nullable SocketAddress client) {
    Channel leaves = null;
    synchronized (this) {
      waiting.add(network(client), channel);
      if (waiting.count() > most) {
        leaves = waiting.ofLargest().getFirst();
        waiting.remove(leaves);
      }
    }
    channel.closeFuture().addListener(closed -> authenticated(channel));
    if (leaves != null) {
      ChannelFuture _ = leaves.close();
    }
  }

  synchronized void named(Channel channel, SocketAddress client) {
    if (waiting.remove(channel)) {
      waiting.add(network(client), channel);
    }
  }

  /** Stops counting a connection that has signed in or is closed. */
  synchronized void authenticated(Channel channel) {
    waiting.remove(channel);
  }

  synchronized int size() {
    return waiting.count();
  }

  private static String network(@Nullable SocketAddress client) {
    return client instanceof InetSocketAddress address && address.getAddress() != null
        ? ClientNetwork.of(address.getAddress().getHostAddress())
        : UNKNOWN;
  }
}
