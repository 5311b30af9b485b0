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
 * The connections of one connector, by the network that they come from. When there are as many as
 * there may be, a newcomer takes the place of another: of those from the network with most, the one
 * that has been without a request for longest. So whoever only occupies connections loses them, and
 * whoever sends a request needs a moment. A trusted proxy speaks for many and loses none.
 */
final class OpenConnections {

  private final int most;
  private final Duration headTimeout;
  private final NetMaskSet proxies;
  private final Map<SocketChannel, OpenConnection> open = new HashMap<>();
  private final Map<String, SequencedMap<SocketChannel, OpenConnection>> idle = new HashMap<>();

  /**
   * Makes it.
   *
   * @param most connections at a time
   * @param headTimeout how long the head of a request may take, from its first byte or from the
   *     begin of the connection
   */
  OpenConnections(int most, Duration headTimeout, List<String> proxies) {
    this.most = most;
    this.headTimeout = headTimeout;
    this.proxies = NetMaskSet.parse(String.join(",", proxies));
  }

  /**
   * A connection was accepted.
   *
   * @param canGo whether one may be closed
   * @return the one to close: another or, if none can go, this one; null if there is room
   */
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

  /** A connection is closed. */
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

  /** The connection of a socket; null if it is closed. */
  synchronized @Nullable OpenConnection of(SocketChannel channel) {
    return open.get(channel);
  }

  synchronized int size() {
    return open.size();
  }

  /** Those whose client takes too long to say what it wants. */
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

  /** A connection has no request. */
  synchronized void idle(OpenConnection connection) {
    if (connection.network() != null && open.get(connection.channel()) == connection) {
      idle.computeIfAbsent(connection.network(), network -> new LinkedHashMap<>())
          .put(connection.channel(), connection);
    }
  }

  /** A connection has a request. */
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
