package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.process.Launcher;
import org.packhouse.lab.process.Ports;
import org.packhouse.lab.process.Processes;

/** Three nodes by one command, behind one address, of which one comes and goes unseen. */
@Tag("full")
@Tag("cluster")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClusterCommandTest {

  private static final Duration START = Duration.ofMinutes(3);
  private static final int ROUNDS = 10;

  @TempDir private Path directory;
  private final Path home = PackagedServer.newDirectory();
  private final int http = Ports.free();
  private final int ssh = Ports.free();
  private final List<Process> launched = new ArrayList<>();

  @AfterEach
  void endAll() {
    launched.forEach(process -> Processes.end(process.toHandle()));
    Processes.of(home).forEach(Processes::end);
  }

  @Test
  void servesBehindOneAddressWhileANodeStopsAndStartsAndLeavesNothingWhenItEnds() throws Exception {
    Process cluster = start();
    assertThat(console())
        .contains("http://localhost:" + http, "ssh://localhost:" + ssh)
        .contains("node-1 ", "node-2 ", "node-3 ", "database ");

    Shell ada = new Shell(directory);
    Path work = ada.repository("work");
    ada.commit(work, "file", "content\n");
    rest().createRepository("ONE", "shared");
    ada.git(work, "push", "-q", url(), "main");
    rest().post("/rest/ssh/latest/keys", Map.of("text", ada.makeKey()));
    assertThat(rest().get("/rest/api/latest/projects/ONE/repos/shared").toString())
        .contains("ssh://git@localhost:%d/one/shared.git".formatted(ssh))
        .contains("http://localhost:%d/scm/one/shared.git".formatted(http));
    assertThat(nodes()).containsExactly("node-1", "node-2", "node-3");

    Users users = new Users(ada);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> reading = threads.submit(users::readOn);
      Future<?> cloning = threads.submit(users::cloneOn);
      users.awaitRounds();
      assertThat(order("stop")).contains("node-2 has stopped with status 143.");
      users.awaitRounds();
      assertThat(order("start")).contains("node-2 serves at http://localhost:");
      users.awaitRounds();
      users.stop();
      reading.get();
      cloning.get();
    }

    Processes.signal(cluster.toHandle(), "INT");
    assertThat(cluster.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(Processes.of(home)).isEmpty();

    start();
    assertThat(ada.git(work, "ls-remote", url(), "refs/heads/main")).contains("refs/heads/main");
  }

  @Test
  void leavesNothingWhenItIsKilledEither() throws Exception {
    Process cluster = start(List.of());
    String link = "http://localhost:%d/setup?token=".formatted(http);
    assertThat(console()).containsOnlyOnce("http://localhost:%d/setup".formatted(http));
    assertThat(console().lines().filter(line -> line.contains("/setup?")).findFirst())
        .hasValueSatisfying(line ->
            assertThat(line).startsWith("Set this server up at " + link).hasSizeGreaterThan(80));
    assertThat(Processes.of(home)).hasSizeGreaterThan(4);
    cluster.destroyForcibly();
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertThat(Processes.of(home)).isEmpty());
    assertThat(order("stop")).startsWith("No cluster runs with the home " + home);
  }

  private Process start() throws IOException {
    return start(
        List.of(
            "--setup.sysadmin.username=" + PackagedServer.ADMIN,
            "--setup.sysadmin.displayName=Ada Admin",
            "--setup.sysadmin.emailAddress=admin@example.org"));
  }

  private Process start(List<String> settings) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "cluster",
                "--nodes",
                "3",
                "--home=" + home,
                "--http-port=" + http,
                "--ssh-port=" + ssh,
                "--"));
    command.addAll(settings);
    ProcessBuilder builder = Launcher.command(command);
    // What is started in the background of a shell ignores Ctrl-C, and so would the cluster.
    builder.command().addAll(0, List.of("env", "--default-signal=INT"));
    builder.environment().put("SETUP_SYSADMIN_PASSWORD", PackagedServer.PASSWORD);
    Files.deleteIfExists(consoleFile());
    builder.redirectErrorStream(true).redirectOutput(consoleFile().toFile());
    Process process = builder.start();
    launched.add(process);
    await()
        .atMost(START)
        .until(() -> {
          if (!process.isAlive()) {
            throw new AssertionError("The cluster ended:\n" + console());
          }
          return console().contains("3 nodes are ready.");
        });
    return process;
  }

  private Path consoleFile() {
    return directory.resolve("cluster.out");
  }

  private String console() throws IOException {
    return Files.readString(consoleFile());
  }

  /** Gives an order for the second node, from another process. */
  private String order(String verb) throws IOException, InterruptedException {
    Process process =
        Launcher.command(List.of("cluster", "--home", home.toString(), "--node", "2", verb))
            .redirectErrorStream(true)
            .start();
    launched.add(process);
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }

  private Rest rest() {
    return new Rest(URI.create("http://localhost:" + http))
        .as(PackagedServer.ADMIN, PackagedServer.PASSWORD);
  }

  private String url() {
    return "http://%s:%s@localhost:%d/scm/ONE/shared.git"
        .formatted(PackagedServer.ADMIN, PackagedServer.PASSWORD, http);
  }

  private String sshUrl() {
    return "ssh://git@localhost:%d/ONE/shared.git".formatted(ssh);
  }

  private List<String> nodes() {
    List<String> names = new ArrayList<>();
    rest()
        .get("/rest/api/latest/admin/cluster")
        .path("nodes")
        .forEach(node -> names.add(node.path("name").asString()));
    return names;
  }

  /** Somebody who reads by REST, and somebody who clones over both transports, all the time. */
  private final class Users {

    private final Shell shell;
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger clones = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();

    Users(Shell shell) {
      this.shell = shell;
    }

    void readOn() {
      until(
          over,
          () -> {
            assertThat(
                    rest()
                        .get("/rest/api/latest/projects/ONE/repos/shared")
                        .path("slug")
                        .asString())
                .isEqualTo("shared");
            reads.incrementAndGet();
          });
    }

    void cloneOn() {
      until(
          over,
          () -> {
            Path clone = directory.resolve("clone");
            String from = clones.get() % 2 == 0 ? url() : sshUrl();
            shell.git(directory, "clone", "-q", from, clone.toString());
            shell.run("rm", "-rf", clone.toString());
            clones.incrementAndGet();
          });
    }

    /** Does it again and again; a failure ends all that runs. */
    private static void until(AtomicBoolean over, Runnable work) {
      try {
        while (!over.get()) {
          work.run();
        }
      } finally {
        over.set(true);
      }
    }

    void awaitRounds() {
      int read = reads.get() + ROUNDS;
      int cloned = clones.get() + ROUNDS;
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> over.get() || (reads.get() >= read && clones.get() >= cloned));
    }

    void stop() {
      over.set(true);
    }
  }
}
