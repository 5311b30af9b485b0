package org.packhouse.app.platform.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends of what a local cluster has started, when its process has gone. */
class ProcessGuardTest {

  @TempDir private Path directory;
  private final List<Process> started = new ArrayList<>();
  private Path data;

  @BeforeEach
  void makeDirectory() throws IOException {
    data = Files.createDirectory(directory.resolve("data of it"));
  }

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  private Process process(Path workingDirectory) throws IOException {
    // Whatever this JVM was started with: programs in the background of a shell ignore SIGINT.
    Process process =
        new ProcessBuilder("env", "--default-signal=INT", "sleep", "600")
            .directory(workingDirectory.toFile())
            .start();
    started.add(process);
    return process;
  }

  private Process database(Path workingDirectory) throws IOException {
    Process process = process(workingDirectory);
    Files.writeString(data.resolve("postmaster.pid"), process.pid() + "\n" + data + "\n");
    return process;
  }

  @Test
  void endsItsNodesAndItsDatabase() throws Exception {
    Process node = process(directory);
    Process database = database(data);
    try (ProcessGuard guard = new ProcessGuard()) {
      guard.watch(List.of(node.pid()));
      guard.watchDatabase(data);
    }
    assertThat(node.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(database.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void leavesADatabaseAloneThatWasNeverItsOwn() throws Exception {
    Process others = database(data);
    try (ProcessGuard guard = new ProcessGuard()) {
      guard.watch(List.of());
    }
    assertThat(others.isAlive()).isTrue();
  }

  @Test
  void leavesAProcessAloneThatHasTheNumberOfADatabaseThatCrashed() throws Exception {
    Process stranger = database(directory);
    try (ProcessGuard guard = new ProcessGuard()) {
      guard.watchDatabase(data);
    }
    assertThat(stranger.isAlive()).isTrue();
  }

  @Test
  void leavesTheDatabaseOfAClusterAloneThatBeganWhileNodesOfThisOneWereEnding() throws Exception {
    Process node =
        new ProcessBuilder(
                "sh",
                "-c",
                "trap 'touch told' TERM; touch ready; until [ -e go ]; do sleep 0.1; done")
            .directory(directory.toFile())
            .start();
    started.add(node);
    await().until(() -> Files.exists(directory.resolve("ready")));
    Process database = database(data);
    ProcessGuard guard = new ProcessGuard();
    guard.watch(List.of(node.pid()));
    guard.watchDatabase(data);
    Thread closing = Thread.ofPlatform().start(guard::close);
    await().until(() -> Files.exists(directory.resolve("told")));
    database.destroyForcibly().waitFor();
    Process others = database(data);
    Files.createFile(directory.resolve("go"));
    closing.join();
    // A signal takes a moment to end it.
    assertThat(others.waitFor(1, TimeUnit.SECONDS)).isFalse();
  }
}
