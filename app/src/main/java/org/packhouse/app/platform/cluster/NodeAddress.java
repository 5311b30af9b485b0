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
import org.packhouse.app.platform.node.Machine;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The address at which other nodes and the load balancer reach this one: that of its Hazelcast
 * place; else the HTTP listener's; else the one that PostgreSQL sees; else that of the machine's
 * name, or its first. A loopback address is the last resort, because every machine has the same.
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

  public String address() {
    return text(find());
  }

  NodeReport.Place place() {
    InetAddress address = find();
    int port = environment.getProperty(LISTENING_PORT, Integer.class, USUAL_PORT);
    return new NodeReport.Place(hostName(address), text(address), port);
  }

  /** Strips the interface, which is local to this machine. */
  private static String text(InetAddress address) {
    return address.getHostAddress().replaceFirst("%.*", "");
  }

  /** Avoids reverse lookups, whose names need not resolve back. */
  private String hostName(InetAddress address) {
    InetAddress usual = Machine.address();
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
        List.of(this::listening, this::asPostgresSees, Machine::address, NodeAddress::ofMachine);
    for (Supplier<@Nullable InetAddress> way : ways) {
      InetAddress address = way.get();
      if (address != null && !address.isLoopbackAddress() && !address.isAnyLocalAddress()) {
        return address;
      }
    }
    return Machine.address();
  }

  private @Nullable InetAddress listening() {
    String given = environment.getProperty("server.address");
    return given == null ? null : resolve(given);
  }

  /** The result is ignored if it is not ours: with a pooler in between it is the pooler's. */
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
