package org.packhouse.lab.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.process.Processes;

class PackhouseTargetTest {

  @TempDir private Path directory;

  private Target target(int nodes, Map<String, String> properties) throws IOException {
    TargetPlan plan = new TargetPlan("Packhouse", "packhouse", nodes, properties, null);
    return TargetFactory.create(plan, directory.resolve("a target"));
  }

  @Test
  void servesRealGitOverEveryTransportAndIsThePlaceOfAnother() throws IOException {
    Shell shell = new Shell(directory);
    TestRepository origin = Origin.large(shell, "one");
    try (Target target = target(1, Map.of("-Xmx", "256m"))) {
      target.start(List.of(origin));
      Client client = new Client(shell, target.endpoints().getFirst());
      client.cloneAndPush(client.url(false, "one"), "http");
      client.cloneAndPush(client.url(true, "one"), "https");
      client.cloneAndPush(client.sshUrl("one"), "ssh");
      Usage usage = target.usage();
      assertThat(usage.known()).isTrue();
      assertThat(usage.processorNanos()).isPositive();
      assertThat(usage.anonymousBytes()).isGreaterThan(50L << 20);
      assertThat(target.metrics().get("database processor seconds")).isPositive();
      assertThat(target.metrics()).containsKeys("cluster_messages_total", "statistics.hits");
      fillsAServerThatRuns(client, origin);
      target.stop();
      assertThat(Processes.of(directory.resolve("a target"))).isEmpty();
      target.startAgain();
      client.cloneAndPush(client.url(false, "one"), "again");
      assertThat(target.metrics().get("database anonymous bytes")).isPositive();
    }
    assertThat(Processes.of(directory.resolve("a target"))).isEmpty();
    assertThat(directory.resolve("a target/data")).doesNotExist();
  }

  private void fillsAServerThatRuns(Client client, TestRepository origin) throws IOException {
    String url = client.url(false, "").replace(".git", "").replace("lab:a-lab", "admin:an-admin");
    TestRepository second = new TestRepository("two", "two", origin.directory());
    TargetPlan plan = new TargetPlan("running", "url", 1, Map.of(), url);
    try (Target running = TargetFactory.create(plan, directory.resolve("running"))) {
      running.start(List.of(origin, second));
      assertThat(running.usage().known()).isFalse();
      Client other = new Client(client.shell(), running.endpoints().getFirst());
      other.cloneAndPush(other.url(false, "two"), "elsewhere");
    }
  }

  @Test
  @Tag("full")
  @Tag("load-lab")
  void servesRealGitOnEveryNode() throws IOException {
    Shell shell = new Shell(directory);
    TestRepository origin = Origin.large(shell, "one");
    try (Target target = target(2, Map.of())) {
      target.start(List.of(origin));
      assertThat(target.endpoints()).hasSize(2);
      int node = 0;
      for (Endpoint endpoint : target.endpoints()) {
        Client client = new Client(shell, endpoint);
        client.cloneAndPush(client.url(false, "one"), "node-" + node++);
      }
    }
    assertThat(Processes.of(directory.resolve("a target"))).isEmpty();
  }

  @Test
  void namesThePortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertDoesNotStart(Map.of("server.port", port), port);
    }
  }

  @Test
  void saysWhichSettingIsWrong() throws IOException {
    assertDoesNotStart(Map.of("no.such.setting", "1"), "no.such.setting");
  }

  private void assertDoesNotStart(Map<String, String> properties, String why) throws IOException {
    try (Target target = target(1, properties)) {
      assertThatThrownBy(() -> target.start(List.of()))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("node-1 ended with status 1: ")
          .hasMessageContaining(why);
    }
    assertThat(Processes.of(directory.resolve("a target"))).isEmpty();
  }
}
