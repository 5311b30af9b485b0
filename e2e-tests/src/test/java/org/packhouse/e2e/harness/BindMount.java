package org.packhouse.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.lab.process.Processes;

/**
 * A directory that is seen in another place by way of {@code bindfs}, a program that can be
 * stopped: whoever touches the directory waits then, as for a file server that is away.
 */
public final class BindMount implements AutoCloseable {

  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Path place;
  private final Process server;

  private BindMount(Path place, Process server) {
    this.place = place;
    this.server = server;
  }

  /** Mounts an empty directory; the test is skipped where nobody may mount. */
  public static BindMount make(Path directory) throws IOException, InterruptedException {
    return mount(directory.resolve("origin"), directory.resolve("mounted"), List.of());
  }

  /**
   * Mounts a directory, which others may mount in other places; the test is skipped where nobody
   * may.
   *
   * @param options of the mount, such as for how long the kernel may remember how files look
   */
  public static BindMount make(Path origin, Path place, String options)
      throws IOException, InterruptedException {
    return mount(origin, place, List.of("-o", options));
  }

  private static BindMount mount(Path origin, Path place, List<String> options)
      throws IOException, InterruptedException {
    assumeTrue(Files.isWritable(DEVICE), "There is no " + DEVICE + " to mount a directory by");
    Files.createDirectories(origin);
    Files.createDirectories(place);
    List<String> command = new ArrayList<>(List.of("bindfs", "-f"));
    command.addAll(options);
    command.addAll(List.of(origin.toString(), place.toString()));
    Path log = place.resolveSibling(place.getFileName() + ".log");
    Process server =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    BindMount mount = new BindMount(place, server);
    await().atMost(LIMIT).until(() -> mount.isMounted() || !server.isAlive());
    if (!server.isAlive()) {
      String said = Files.readString(log).strip();
      assumeTrue(!said.contains("not permitted"), "Nobody may mount a directory here: " + said);
      throw new IOException("bindfs ended: " + said);
    }
    return mount;
  }

  private boolean isMounted() throws IOException {
    return Files.readString(Path.of("/proc/self/mountinfo"))
        .contains(" " + place.toString().replace(" ", "\\040") + " ");
  }

  /** Where the directory is seen. */
  public Path place() {
    return place;
  }

  /** Has whoever touches the directory wait until {@link #go}. */
  public void stop() throws IOException, InterruptedException {
    Processes.signal(server.toHandle(), "STOP");
  }

  /** Ends {@link #stop}. */
  public void go() throws IOException, InterruptedException {
    Processes.signal(server.toHandle(), "CONT");
  }

  /** Refuses writes, or takes them again; only root may have that. */
  public void readOnly(boolean only) throws IOException, InterruptedException {
    String options = "remount,bind," + (only ? "ro" : "rw");
    Process mount =
        new ProcessBuilder("mount", "-o", options, place.toString()).inheritIO().start();
    assertThat(mount.waitFor()).as(options).isZero();
  }

  /** Takes the directory away; bindfs does so when it is told to end. */
  @Override
  public void close() throws IOException {
    try {
      go();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.destroy();
    await().atMost(LIMIT).until(() -> !server.isAlive() && !isMounted());
  }
}
