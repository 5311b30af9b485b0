package org.packhouse.app.engine.ssh;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.ClientNetwork;

/**
 * Keeps connections that have not signed in from crowding out those that will: beyond the limit one
 * of them is closed, the oldest of those from the network with most. Somebody who only occupies
 * connections loses them, however fast they come; somebody who signs in needs a fraction of a
 * second. A proxy's connection belongs to nobody's network until the proxy has named its client.
 */
final class ConnectionLimit {

  private static final String UNKNOWN = "";

  private final int most;
  private final Map<Channel, String> waiting = new HashMap<>();
  private final Map<String, SequencedSet<Channel>> networks = new HashMap<>();

  ConnectionLimit(int most) {
    this.most = most;
  }

  /** A connection was accepted from a client, or from a proxy that will name one. */
  void accepted(Channel channel, @Nullable SocketAddress client) {
    Channel leaves = null;
    synchronized (this) {
      add(channel, network(client));
      if (waiting.size() > most) {
        leaves =
            networks.values().stream()
                .max(Comparator.comparingInt(SequencedSet::size))
                .orElseThrow()
                .getFirst();
        remove(leaves);
      }
    }
    channel.closeFuture().addListener(closed -> authenticated(channel));
    if (leaves != null) {
      ChannelFuture _ = leaves.close();
    }
  }

  /** A proxy has named the client of a connection. */
  synchronized void named(Channel channel, SocketAddress client) {
    if (remove(channel)) {
      add(channel, network(client));
    }
  }

  /** It has signed in, or is closed. */
  synchronized void authenticated(Channel channel) {
    remove(channel);
  }

  /** Connections that have not signed in. */
  synchronized int size() {
    return waiting.size();
  }

  private void add(Channel channel, String network) {
    waiting.put(channel, network);
    networks.computeIfAbsent(network, name -> new LinkedHashSet<>()).add(channel);
  }

  private boolean remove(Channel channel) {
    String network = waiting.remove(channel);
    if (network == null) {
      return false;
    }
    SequencedSet<Channel> others = networks.get(network);
    if (others != null && others.remove(channel) && others.isEmpty()) {
      networks.remove(network);
    }
    return true;
  }

  private static String network(@Nullable SocketAddress client) {
    return client instanceof InetSocketAddress address && address.getAddress() != null
        ? ClientNetwork.of(address.getAddress().getHostAddress())
        : UNKNOWN;
  }
}
