package org.packhouse.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.Networks;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.lab.process.Processes;

/**
 * Three nodes of which one is killed, one is stopped for a minute, all lose sight of each other,
 * and one loses the database, while people push, clone and read: whoever tries again is served, and
 * nothing that was said to be done is lost.
 */
@Tag("full")
@Tag("cluster")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ClusterFaultsTest {

  private static final Duration CALM = Duration.ofSeconds(30);
  private static final Duration AT_FIRST = Duration.ofSeconds(15);
  private static final Duration LATER = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A job of a dead node is another's by then. */
  private static final Duration TAKEN_OVER = Duration.ofMinutes(1);

  private static final String WAITING =
      "select count(*) from outbox_event where created_at < now() - interval '1 minute'";

  private static final int ENOUGH = 2000;

  @TempDir private Path directory;

  @Test
  void whatWasAcknowledgedOutlivesNodesAndNetworks() throws Exception {
    try (ClusterRun run = new ClusterRun(directory)) {
      run.let(CALM, "warming up");
      run.let(CALM, "calm");
      kill(run);
      stop(run);
      cutBetweenNodes(run);
      cutFromDatabase(run);
      while (run.acknowledged() < ENOUGH) {
        run.let(LATER, "on and on");
      }
      run.assertNothingLost();
    }
  }

  private static void kill(ClusterRun run) {
    run.node1(3).kill();
    run.let(AT_FIRST, "node-3 killed, at first");
    run.let(LATER, "node-3 killed, later");
    await().atMost(TAKEN_OVER).until(() -> run.count(WAITING) == 0);
    run.startAgain(3);
    run.let(CALM, "node-3 back");
  }

  private static void stop(ClusterRun run) throws Exception {
    ProcessHandle process = run.node1(2).process();
    Processes.signal(process, "STOP");
    try {
      run.let(AT_FIRST, "node-2 stopped, at first");
      run.let(Duration.ofSeconds(45), "node-2 stopped, later");
    } finally {
      Processes.signal(process, "CONT");
    }
    run.let(AT_FIRST, "node-2 goes on, at first");
    await()
        .atMost(PATIENCE)
        .until(() -> run.node1(2).rest().status().map(it -> it == 200).orElse(false));
    run.let(LATER, "node-2 goes on, later");
  }

  private static void cutBetweenNodes(ClusterRun run) {
    Networks networks = run.networks();
    networks.cutBetweenMachines(true);
    run.let(AT_FIRST, "nodes cut off from each other, at first");
    for (int node = 1; node <= 3; node++) {
      int number = node;
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(run.unseenBy(number)).hasSize(2));
    }
    run.let(LATER, "nodes cut off from each other, later");
    networks.cutBetweenMachines(false);
    for (int node = 1; node <= 3; node++) {
      int number = node;
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(run.unseenBy(number)).isEmpty());
    }
    run.let(CALM, "nodes see each other again");
  }

  private static void cutFromDatabase(ClusterRun run) {
    run.machine(1).cutFromBack(true);
    run.let(AT_FIRST, "node-1 without the database, at first");
    Rest rest = run.node1(1).rest();
    await().atMost(PATIENCE).until(() -> rest.status().map(it -> it == 500).orElse(false));
    assertThat(rest.send("GET", "/status", null).body()).contains("ERROR");
    assertThat(rest.send("GET", "/rest/api/latest/projects", null).body())
        .contains("The server cannot reach its database.");
    run.let(LATER, "node-1 without the database, later");
    run.machine(1).cutFromBack(false);
    await().atMost(PATIENCE).until(() -> rest.status().map(it -> it == 200).orElse(false));
    run.let(CALM, "node-1 has the database again");
  }
}
