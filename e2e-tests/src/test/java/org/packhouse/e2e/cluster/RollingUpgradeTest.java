package org.packhouse.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.LastRelease;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.link.DelayingProxy;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.process.Launcher;

/**
 * Nodes that are taken out and put back, in the same version or the next one, while people work.
 */
@Tag("full")
@Tag("cluster")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RollingUpgradeTest {

  private static final Duration SOME_TIME = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final String MIGRATIONS =
      "select max(version::int) from flyway_schema_history where success";

  private static final String OPERATIONS = "/rest/packhouse/latest/admin/throttle/operations";

  private static final int MEGABYTES = 24;

  /** The clone takes a minute then. */
  private static final int BYTES_PER_SECOND = 400_000;

  @TempDir private Path directory;

  @Test
  void comesFromTheLastReleaseToThisOneNodeByNode() throws Exception {
    Path before = LastRelease.tree();
    Path now = Launcher.root();
    try (ClusterRun run = new ClusterRun(directory, before)) {
      run.let(SOME_TIME, "three nodes of the last release");
      long migrations = run.count(MIGRATIONS);
      run.replace(1, now);
      run.let(SOME_TIME, "node-1 upgraded");
      assertThat(run.count(MIGRATIONS)).isGreaterThanOrEqualTo(migrations);
      run.replace(2, before);
      run.let(SOME_TIME, "node-2 started again in the last release");
      run.replace(2, now);
      run.let(SOME_TIME, "node-2 upgraded");
      run.replace(3, now);
      run.let(SOME_TIME, "node-3 upgraded");
      run.assertNothingLost();
    }
  }

  @Test
  void letsACloneOfAMinuteFinishOnANodeThatAnotherDrains() throws Exception {
    Shell ada = new Shell(Files.createDirectory(directory.resolve("ada")));
    try (ClusterRun run = new ClusterRun(directory);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      PackagedServer two = run.node1(2);
      push(ada, run.node1(1));
      InetSocketAddress server = new InetSocketAddress(two.url().getHost(), two.url().getPort());
      Link slow = new Link(BYTES_PER_SECOND, Duration.ZERO);
      try (DelayingProxy line = DelayingProxy.before(server, slow)) {
        String url =
            two.httpUrl(ClusterRun.PROJECT, "large")
                .replace(server.getHostString() + ":", "127.0.0.1:")
                .replace(":" + server.getPort() + "/", ":" + line.address().getPort() + "/");
        Path clone = directory.resolve("clone");
        Future<String> cloning =
            threads.submit(() -> ada.git(directory, "clone", "-q", url, clone.toString()));
        await()
            .atMost(PATIENCE)
            .until(() -> two.rest().get(OPERATIONS).toString().contains("large"));
        run.node1(1)
            .rest()
            .send("POST", "/rest/packhouse/latest/admin/cluster/nodes/node-2/drain", null);
        await()
            .atMost(Duration.ofSeconds(2).plus(PATIENCE))
            .until(() -> two.rest().status().orElse(0) == 503);
        assertThat(cloning.isDone()).isFalse();
        cloning.get();
        assertThat(ada.git(clone, "fsck", "--full", "--no-dangling", "--no-progress")).isEmpty();
      }
      run.assertNothingLost();
    }
  }

  private static void push(Shell ada, PackagedServer node) {
    Path work = ada.repository("large");
    byte[] noise = new byte[MEGABYTES << 20];
    new Random(2).nextBytes(noise);
    ada.commit(work, "noise", Base64.getEncoder().encodeToString(noise));
    node.rest().createRepository(ClusterRun.PROJECT, "large");
    ada.git(work, "push", "-q", node.httpUrl(ClusterRun.PROJECT, "large"), "main");
  }
}
