package org.packhouse.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.Balancers;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.lab.process.Ports;

/**
 * Two nodes behind HAProxy and nginx with the shipped configurations: stops, drains and starts fail
 * nobody, and a kill those whose operation ran on the node.
 */
@Tag("full")
@Tag("cluster")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class BalancedStopsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path homes = PackagedServer.newDirectory();
  private final int onePort = Ports.free();
  private final int twoPort = Ports.free();
  @TempDir private Path directory;

  @Test
  void failNobodyWhoCouldBeToldFirst() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        PackagedServer one = node("one", onePort, postgres).start()) {
      PackagedServer two = node("two", twoPort, postgres).start();
      try (Balancers balancers = Balancers.before(directory, one, two)) {
        try (BalancedClients clients = new BalancedClients(directory, balancers, one)) {
          assertThat(clients.failures("Both nodes serve")).isEmpty();

          assertThat(two.terminate()).isIn(0, 143);
          clients.letEachBeServed();
          assertThat(clients.failures("SIGTERM")).isEmpty();
          two = startAgain(two, postgres);
          clients.letEachBeServed();
          assertThat(clients.failures("Start")).isEmpty();

          PackagedServer drained = two;
          assertThat(
                  one.rest()
                      .send("POST", "/rest/packhouse/latest/admin/cluster/nodes/two/drain", null)
                      .status())
              .isEqualTo(204);
          await().atMost(PATIENCE).until(() -> drained.rest().status().orElse(0) == 503);
          clients.letEachBeServed();
          assertThat(two.terminate()).isIn(0, 143);
          clients.letEachBeServed();
          assertThat(clients.failures("Drain, then SIGTERM")).isEmpty();
          two = startAgain(two, postgres);
          clients.letEachBeServed();
          assertThat(clients.failures("Start after the drain")).isEmpty();

          two.kill();
          clients.letEachBeServed();
          assertThat(clients.failures("Kill"))
              .as("Each client has one operation at a time")
              .hasSizeLessThanOrEqualTo(clients.count());
          two = startAgain(two, postgres);
          clients.letEachBeServed();
          assertThat(clients.failures("Start after the kill")).isEmpty();
        }
      } finally {
        two.close();
      }
    }
  }

  private PackagedServer startAgain(PackagedServer ended, EmbeddedPostgres postgres) {
    return node("two", twoPort, postgres).onPortsOf(ended).start();
  }

  private PackagedServer.Builder node(String name, int port, EmbeddedPostgres postgres) {
    return PackagedServer.builder(homes.resolve(name))
        .with("node.name", name)
        .with("packhouse.shared-home", homes.resolve("shared").toString())
        .with("jdbc.url", postgres.getJdbcUrl("postgres", "postgres"))
        .with("jdbc.user", "postgres")
        .with("jdbc.password", "postgres")
        .with("hazelcast.network.tcpip", "true")
        .with(
            "hazelcast.network.tcpip.members",
            "127.0.0.1:%d,127.0.0.1:%d".formatted(onePort, twoPort))
        .with("hazelcast.local.address", "127.0.0.1")
        .with("hazelcast.port", Integer.toString(port))
        .with("hazelcast.group.password", "a-secret-of-these-nodes")
        .with("server.trusted-proxies", "127.0.0.1")
        .with("server.ssh.proxy-protocol.enabled", "true");
  }
}
