package org.packhouse.cluster.hazelcast;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.packhouse.cluster.Member;

/** Real members on this machine, at free ports. */
final class TestingMembers implements AutoCloseable {

  static final HazelcastOptions.Group GROUP =
      new HazelcastOptions.Group("tests", "a secret that nobody knows");

  private static final int PLACES = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<Integer> ports = new ArrayList<>();
  private final Map<Member, HazelcastCluster> started = new LinkedHashMap<>();

  TestingMembers() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < PLACES; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      sockets.add(socket);
      ports.add(socket.getLocalPort());
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
  }

  static Member member(String name) {
    return new Member(UUID.randomUUID(), name, "1.0", "nowhere");
  }

  HazelcastCluster start(Member self) {
    return start(self, GROUP);
  }

  HazelcastCluster start(Member self, HazelcastOptions.Group group) {
    return start(self, options(started.size(), group));
  }

  HazelcastCluster startAt(int place, Member self) {
    return start(self, options(place, GROUP));
  }

  private HazelcastCluster start(Member self, HazelcastOptions options) {
    HazelcastCluster cluster = new HazelcastCluster(options, () -> self);
    started.put(self, cluster);
    cluster.start();
    return cluster;
  }

  HazelcastOptions options(int place, HazelcastOptions.Group group) {
    return new HazelcastOptions(
        group,
        "127.0.0.1",
        ports.get(place),
        ports.stream().map(port -> "127.0.0.1:" + port).toList(),
        null,
        Duration.ZERO);
  }

  void stop(Member member) {
    HazelcastCluster cluster = started.get(member);
    if (cluster != null) {
      cluster.close();
    }
  }

  static void awaitMembers(int count, HazelcastCluster cluster) {
    await().atMost(PATIENCE).until(() -> cluster.membership().members().size() == count);
  }

  @Override
  public void close() {
    started.values().forEach(HazelcastCluster::close);
  }
}
