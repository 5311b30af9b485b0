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

/** A node's home and its ports on the loopback address; nodes count from 1. */
record NodePlace(int number, Path home, int httpPort, int sshPort, int memberPort) {

  /** Above Hazelcast's usual ports, which other nodes on this machine use. */
  private static final int MEMBER_PORTS = 5720;

  /** The loopback address: any client there is trusted as the balancer. */
  static final String ADDRESS = "127.0.0.1";

  /** Returns all places; a port in use is replaced by a free one. */
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

  String name() {
    return "node-" + number;
  }

  Path console() {
    return home.resolve("console.log");
  }

  InetSocketAddress http() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort);
  }

  InetSocketAddress ssh() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), sshPort);
  }

  String member() {
    return ADDRESS + ":" + memberPort;
  }

  String url() {
    return "http://localhost:" + httpPort;
  }
}
