package org.packhouse.app.platform.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.packhouse.app.testing.TestingServer;

/** Places of nodes on this machine, at ports that were free. */
final class HazelcastPlaces {

  private final List<Integer> ports = new ArrayList<>();

  HazelcastPlaces(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      sockets.add(socket);
      ports.add(socket.getLocalPort());
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
  }

  /** Gives a server a place. */
  TestingServer.Builder at(int place, TestingServer.Builder server) {
    return server
        .with("hazelcast.network.tcpip", "true")
        .with(
            "hazelcast.network.tcpip.members",
            ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")))
        .with("hazelcast.port", ports.get(place).toString())
        .with("hazelcast.wait.seconds.before.join", "0")
        .with("hazelcast.group.password", "a secret of tests");
  }
}
