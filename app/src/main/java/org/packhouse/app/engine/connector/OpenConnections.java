package org.packhouse.app.engine.connector;

import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.apache.catalina.util.NetMaskSet;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.ClientNetwork;

/**
 * The connections of one connector, by network. At the limit a newcomer takes the place of the
 * connection that has been idle for longest, of those from the network with most. A trusted proxy
 * speaks for many clients and loses none.
 */
final class OpenConnections {

  private final int most;
  private final Duration headTimeout;
  private final NetMaskSet proxies;
  private final Map<SocketChannel, OpenConnection> open = new HashMap<>();
  private final Map<String, SequencedMap<SocketChannel, OpenConnection>> idle = new HashMap<>();

  /** Limits a head's time, from its first byte or the connection's begin. */
  OpenConnections(int most, Duration headTimeout, List<String> proxies) {
    this.most = most;
    this.headTimeout = headTimeout;
    this.proxies = NetMaskSet.parse(String.join(",", proxies));
  }

  /** Returns the connection to close for this one, which may be itself; null if there is room. */
  synchronized @Nullable SocketChannel add(
      SocketChannel channel, InetAddress address, Predicate<SocketChannel> canGo) {
    SocketChannel goes = open.size() < most ? null : next(canGo);
    if (goes == null && open.size() >= most) {
      return channel;
    }
    if (goes != null) {
      forget(goes);
    }
    String network = proxies.contains(address) ? null : ClientNetwork.of(address.getHostAddress());
    OpenConnection connection = new OpenConnection(this, channel, network);
    open.put(channel, connection);
    idle(connection);
    return goes;
  }

  private @Nullable SocketChannel next(Predicate<SocketChannel> canGo) {
    return idle.values().stream()
        .max(Comparator.comparingInt(SequencedMap::size))
        .flatMap(crowd -> crowd.keySet().stream().filter(canGo).findFirst())
        .orElse(null);
  }

  void remove(SocketChannel channel) {
    OpenConnection connection = forget(channel);
    if (connection != null) {
      connection.closed();
    }
  }

  private synchronized @Nullable OpenConnection forget(SocketChannel channel) {
    OpenConnection connection = open.remove(channel);
    if (connection != null) {
      busy(connection);
    }
    return connection;
  }

  synchronized @Nullable OpenConnection of(SocketChannel channel) {
    return open.get(channel);
  }

  synchronized int size() {
    return open.size();
  }

  List<SocketChannel> late(long now) {
    List<OpenConnection> all;
    synchronized (this) {
      all = new ArrayList<>(open.values());
    }
    return all.stream()
        .filter(connection -> connection.headNanos(now) > headTimeout.toNanos())
        .map(OpenConnection::channel)
        .toList();
  }

  synchronized void idle(OpenConnection connection) {
    if (connection.network() != null && open.get(connection.channel()) == connection) {
      idle.computeIfAbsent(connection.network(), network -> new LinkedHashMap<>())
          .put(connection.channel(), connection);
    }
  }

  synchronized void busy(OpenConnection connection) {
    SequencedMap<SocketChannel, OpenConnection> crowd =
        connection.network() == null ? null : idle.get(connection.network());
    if (crowd != null) {
      crowd.remove(connection.channel());
      if (crowd.isEmpty()) {
        idle.remove(connection.network());
      }
    }
  }
}
