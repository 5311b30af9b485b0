package org.packhouse.app.platform.localcluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.localcluster.balancer.Backend;

/** A node: a server in a process of its own, started by the launcher as a person starts one. */
final class LocalNode {

  private static final Duration MAX_START = Duration.ofMinutes(3);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** Longer than a node lets running requests go on by default. */
  private static final Duration MAX_STOP = Duration.ofSeconds(90);

  private final NodePlace place;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Backend backend;
  private volatile @Nullable Process process;

  /**
   * A node that does not run yet.
   *
   * @param command that runs it
   * @param environment beside that of this process
   */
  LocalNode(NodePlace place, List<String> command, Map<String, String> environment) {
    this.place = place;
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.backend = new Backend(place.name(), place.http(), place.ssh());
  }

  NodePlace place() {
    return place;
  }

  Backend backend() {
    return backend;
  }

  /** The process, if it runs. */
  Optional<ProcessHandle> running() {
    return Optional.ofNullable(process).filter(Process::isAlive).map(Process::toHandle);
  }

  /** Puts aside what it wrote on its console when the cluster ran before. */
  void rotateConsole() {
    try {
      if (Files.exists(place.console())) {
        Files.move(
            place.console(),
            place.home().resolve("console.log.1"),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it and waits for nothing. */
  void launch() {
    try {
      Files.createDirectories(place.home());
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      // This process runs what was built; a node must not be another build.
      builder.environment().put("PACKHOUSE_BUILD", "never");
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(place.console().toFile()));
      builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
      process = builder.start();
      backend.hold(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until it serves.
   *
   * @throws StartRefusedException if it ends instead, or takes too long
   */
  void awaitReady() {
    long deadline = System.nanoTime() + MAX_START.toNanos();
    while (!backend.isHealthy()) {
      if (running().isEmpty()) {
        throw new StartRefusedException("%s has ended: %s".formatted(place.name(), lastWords()));
      }
      if (System.nanoTime() > deadline) {
        throw new StartRefusedException(
            "%s does not serve after %d seconds; see %s."
                .formatted(place.name(), MAX_START.toSeconds(), place.console()));
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  /** The last line that it wrote on its console. */
  String lastWords() {
    try {
      List<String> lines =
          Files.readAllLines(place.console()).stream().filter(line -> !line.isBlank()).toList();
      return lines.isEmpty() ? "it has said nothing." : lines.getLast();
    } catch (IOException e) {
      return "see %s.".formatted(place.console());
    }
  }

  /** Stops it as an init system does, once it gets nothing new; returns its status. */
  int stop() {
    backend.hold(true);
    Process stopped = process;
    if (stopped == null) {
      return 0;
    }
    stopped.destroy();
    try {
      if (!stopped.waitFor(MAX_STOP.toSeconds(), TimeUnit.SECONDS)) {
        stopped.destroyForcibly();
      }
      return stopped.waitFor();
    } catch (InterruptedException e) {
      stopped.destroyForcibly();
      Thread.currentThread().interrupt();
      return 1;
    }
  }
}
