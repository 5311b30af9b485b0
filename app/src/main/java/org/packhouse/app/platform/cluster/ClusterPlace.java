package org.packhouse.app.platform.cluster;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.Finding;
import org.packhouse.app.platform.node.Machine;
import org.packhouse.cluster.hazelcast.HazelcastOptions;
import org.springframework.stereotype.Component;

/** This node's place in a Hazelcast cluster, according to settings. */
@Component
public class ClusterPlace {

  private static final Pattern MEMBER =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?");
  private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|\\[.*\\]");
  private static final int MAX_PORT = 65_535;
  private static final String TCPIP = "hazelcast.network.tcpip";
  private static final String KUBERNETES = "hazelcast.network.kubernetes";

  private final HazelcastSettings settings;
  private final HazelcastNetworkSettings network;
  private final HazelcastJoinSettings before;

  ClusterPlace(
      HazelcastSettings settings, HazelcastNetworkSettings network, HazelcastJoinSettings before) {
    this.settings = settings;
    this.network = network;
    this.before = before;
  }

  private record HostAndPort(String host, int port) {}

  /** Returns whether settings give this node a place. */
  public boolean isTaken() {
    return network.tcpip() || network.kubernetes();
  }

  public HazelcastOptions options() {
    if (network.tcpip() && network.kubernetes()) {
      throw new StartRefusedException(
          "Both %s and %s are on; choose one.".formatted(TCPIP, KUBERNETES));
    }
    String password = settings.group().password();
    if (password == null) {
      throw new StartRefusedException(
          "hazelcast.group.password is missing: the nodes of a cluster let each other in by it; give all of them the same, at least 12 random characters.");
    }
    List<HostAndPort> members = members();
    Map<String, String> kubernetes = network.kubernetes() ? kubernetes() : null;
    return new HazelcastOptions(
        new HazelcastOptions.Group(settings.group().name(), password),
        address(members).getHostAddress(),
        settings.port(),
        members.stream().map(it -> it.host() + ":" + it.port()).toList(),
        kubernetes,
        Duration.ofSeconds(before.join()));
  }

  /** Checks the settings as a start does. */
  public Finding check() {
    String what = "place in the cluster";
    try {
      return Finding.ok(
          what,
          isTaken()
              ? "%s, port %d".formatted(options().host(), options().port())
              : "none is set: nodes see each other by the database");
    } catch (StartRefusedException e) {
      return Finding.failed(what, String.valueOf(e.getMessage()));
    }
  }

  private List<HostAndPort> members() {
    if (!network.tcpip()) {
      return List.of();
    }
    if (network.members().isEmpty()) {
      throw new StartRefusedException(
          TCPIP + ".members is missing: it names all nodes, as host:port with commas.");
    }
    List<HostAndPort> members = new ArrayList<>();
    for (String written : network.members()) {
      Matcher member = MEMBER.matcher(written.strip());
      String port = member.matches() ? member.group(2) : null;
      if (!member.matches() || (port != null && Integer.parseInt(port) > MAX_PORT)) {
        throw new StartRefusedException(
            "%s.members has '%s', which is no host or host:port (an IPv6 address stands in brackets)."
                .formatted(TCPIP, written.strip()));
      }
      members.add(
          new HostAndPort(
              member.group(1), port == null ? settings.port() : Integer.parseInt(port)));
    }
    return members;
  }

  /** Returns the address at which other members reach this node. */
  InetAddress address() {
    return address(members());
  }

  /** Returns the host name under which the list of members has an address of this node. */
  Optional<String> memberName(InetAddress address) {
    return isTaken()
        ? members().stream()
            .filter(member -> member.port() == settings.port())
            .map(HostAndPort::host)
            .filter(host -> !NUMERIC.matcher(host).matches() && address.equals(resolve(host)))
            .findFirst()
        : Optional.empty();
  }

  private InetAddress address(List<HostAndPort> members) {
    String given = settings.localAddress();
    if (given != null) {
      InetAddress address = resolve(given);
      if (address == null || !isOwn(address)) {
        throw new StartRefusedException(
            "hazelcast.local.address is '%s', which is no address of this machine."
                .formatted(given));
      }
      return address;
    }
    for (HostAndPort member : members) {
      InetAddress address = member.port() == settings.port() ? resolve(member.host()) : null;
      if (address != null && isOwn(address)) {
        return address;
      }
    }
    InetAddress usual = Machine.address();
    if (usual.isLoopbackAddress()) {
      throw new StartRefusedException(
          "It is not known at which address other nodes reach this one: none of %s.members is it (with port %d); set hazelcast.local.address."
              .formatted(TCPIP, settings.port()));
    }
    return usual;
  }

  private static @Nullable InetAddress resolve(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  static boolean isOwn(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }

  private Map<String, String> kubernetes() {
    String dns = network.serviceDns();
    String name = network.serviceName();
    if ((dns == null) == (name == null)) {
      throw new StartRefusedException(
          "%s needs either %s.service-dns or %s.service-name."
              .formatted(KUBERNETES, KUBERNETES, KUBERNETES));
    }
    Integer port = network.servicePort();
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("service-port", Integer.toString(port == null ? settings.port() : port));
    if (dns != null) {
      properties.put("service-dns", dns);
    } else if (name != null) {
      properties.put("service-name", name);
      String namespace = network.namespace();
      if (namespace != null) {
        properties.put("namespace", namespace);
      }
    }
    return properties;
  }
}
