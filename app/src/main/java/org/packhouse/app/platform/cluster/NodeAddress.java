package org.packhouse.app.platform.cluster;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.LocalHost;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The address at which the other nodes and the load balancer reach this one: that of its place in a
 * cluster of Hazelcast's; else the one that it listens at for HTTP, if that is one; else the one
 * from which it reaches PostgreSQL; else the one that the machine's name resolves to, or the first
 * of the machine. A loopback address is taken only where there is no other, since each machine has
 * the same.
 */
@Component
public class NodeAddress {

  private static final String LISTENING_PORT = "local.server.port";
  private static final int USUAL_PORT = 7990;

  private final ClusterPlace place;
  private final JdbcClient sql;
  private final Environment environment;
  private volatile @Nullable InetAddress known;

  NodeAddress(ClusterPlace place, JdbcClient sql, Environment environment) {
    this.place = place;
    this.sql = sql;
    this.environment = environment;
  }

  /** The IP address as text. */
  public String address() {
    return text(find());
  }

  /** The address with the name of its host, if one is known, and the port that serves HTTP. */
  NodeReport.Place place() {
    InetAddress address = find();
    int port = environment.getProperty(LISTENING_PORT, Integer.class, USUAL_PORT);
    return new NodeReport.Place(hostName(address), text(address), port);
  }

  /** Without the interface, which is a name of this machine alone. */
  private static String text(InetAddress address) {
    return address.getHostAddress().replaceFirst("%.*", "");
  }

  /** No name is looked up by address: what a resolver says of it need not lead back. */
  private String hostName(InetAddress address) {
    InetAddress usual = LocalHost.address();
    return place
        .memberName(address)
        .orElseGet(() -> usual.equals(address) ? usual.getHostName() : text(address));
  }

  private InetAddress find() {
    InetAddress found = known;
    if (found == null) {
      found = place.isTaken() ? place.address() : withoutPlace();
      known = found;
    }
    return found;
  }

  private InetAddress withoutPlace() {
    List<Supplier<@Nullable InetAddress>> ways =
        List.of(this::listening, this::asPostgresSees, LocalHost::address, NodeAddress::ofMachine);
    for (Supplier<@Nullable InetAddress> way : ways) {
      InetAddress address = way.get();
      if (address != null && !address.isLoopbackAddress() && !address.isAnyLocalAddress()) {
        return address;
      }
    }
    return LocalHost.address();
  }

  private @Nullable InetAddress listening() {
    String given = environment.getProperty("server.address");
    return given == null ? null : resolve(given);
  }

  /** A pooler may stand between: PostgreSQL then sees the address of that. */
  private @Nullable InetAddress asPostgresSees() {
    try {
      return sql.sql("select host(inet_client_addr())")
          .query((row, _) -> Optional.ofNullable(row.getString(1)))
          .single()
          .map(NodeAddress::resolve)
          .filter(ClusterPlace::isOwn)
          .orElse(null);
    } catch (DataAccessException e) {
      return null;
    }
  }

  private static @Nullable InetAddress ofMachine() {
    try {
      return NetworkInterface.networkInterfaces()
          .filter(NodeAddress::isUp)
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
          .min(Comparator.comparingInt(address -> address instanceof Inet4Address ? 0 : 1))
          .orElse(null);
    } catch (SocketException e) {
      return null;
    }
  }

  private static boolean isUp(NetworkInterface network) {
    try {
      return network.isUp();
    } catch (SocketException e) {
      return false;
    }
  }

  private static @Nullable InetAddress resolve(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      return null;
    }
  }
}
