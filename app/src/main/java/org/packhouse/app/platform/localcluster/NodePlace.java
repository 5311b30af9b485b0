package org.packhouse.app.platform.localcluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.packhouse.app.platform.configuration.StartRefusedException;

/**
 * The place of a node on this machine.
 *
 * @param number from 1 on
 * @param home its local home
 * @param httpPort on the loopback address
 * @param sshPort likewise
 * @param memberPort likewise, for the other nodes
 */
record NodePlace(int number, Path home, int httpPort, int sshPort, int memberPort) {

  /** Behind the usual ports of Hazelcast, which nodes of their own on this machine have. */
  private static final int MEMBER_PORTS = 5720;

  /** The loopback address, where nodes listen: whoever is there is believed to be the balancer. */
  static final String ADDRESS = "127.0.0.1";

  /** The places of all nodes beside a balancer; a port that is taken is replaced by a free one. */
  static List<NodePlace> of(ClusterOptions options) {
    Set<Integer> taken = new HashSet<>(List.of(options.ports().http(), options.ports().ssh()));
    List<NodePlace> places = new ArrayList<>();
    for (int number = 1; number <= options.nodes(); number++) {
      places.add(
          new NodePlace(
              number,
              options.home().resolve("node-" + number),
              freePort(options.ports().http() + number, taken),
              freePort(options.ports().ssh() + number, taken),
              freePort(MEMBER_PORTS + number, taken)));
    }
    return List.copyOf(places);
  }

  private static int freePort(int wanted, Set<Integer> taken) {
    int port = wanted;
    while (true) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        if (taken.add(socket.getLocalPort())) {
          return socket.getLocalPort();
        }
      } catch (IOException | IllegalArgumentException inUse) {
        if (port == 0) {
          throw new StartRefusedException("This machine has no free port for a node.", inUse);
        }
      }
      port = 0;
    }
  }

  /** What people call the node. */
  String name() {
    return "node-" + number;
  }

  /** Where it writes what it has to say. */
  Path console() {
    return home.resolve("console.log");
  }

  InetSocketAddress http() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort);
  }

  InetSocketAddress ssh() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), sshPort);
  }

  /** Where the other nodes find it. */
  String member() {
    return ADDRESS + ":" + memberPort;
  }

  String url() {
    return "http://localhost:" + httpPort;
  }
}
