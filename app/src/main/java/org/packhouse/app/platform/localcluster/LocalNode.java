package org.packhouse.app.platform.localcluster;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
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

/** A node: a server process started by the launcher. */
final class LocalNode {

  /** Longer than any wait of a start, including the migration lock. */
  private static final Duration MAX_STILL = Duration.ofMinutes(3);

  private static final Duration TELL_EVERY = Duration.ofSeconds(10);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** Longer than a node's default grace period for running requests. */
  private static final Duration MAX_STOP = Duration.ofSeconds(90);

  private final NodePlace place;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Backend backend;
  private volatile @Nullable Process process;

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

  Optional<ProcessHandle> running() {
    return Optional.ofNullable(process).filter(Process::isAlive).map(Process::toHandle);
  }

  /** Renames the console output of the previous run. */
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

  void launch() {
    try {
      Files.createDirectories(place.home());
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      // A node must not be another build than this process.
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

  /** Waits until the node serves, while it makes progress. */
  void awaitReady(PrintStream out) {
    awaitReady(out, MAX_STILL, TELL_EVERY);
  }

  void awaitReady(PrintStream out, Duration maxStill, Duration tellEvery) {
    long begun = System.nanoTime();
    long toldAt = begun;
    StartProgress progress =
        running().map(it -> new StartProgress(it, place.console())).orElse(null);
    while (!backend.isHealthy()) {
      if (progress == null || running().isEmpty()) {
        throw new StartRefusedException("%s has ended: %s".formatted(place.name(), lastWords()));
      }
      if (progress.stalledFor().compareTo(maxStill) > 0) {
        throw new StartRefusedException(
            "%s has made no progress for %d s; its last words: %s See %s."
                .formatted(place.name(), maxStill.toSeconds(), lastWords(), place.console()));
      }
      if (System.nanoTime() - toldAt > tellEvery.toNanos()) {
        toldAt = System.nanoTime();
        out.printf(
            "%s is starting (%d s): %s%n",
            place.name(), TimeUnit.NANOSECONDS.toSeconds(toldAt - begun), lastWords());
        out.flush();
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  /** Returns the last line of its console. */
  String lastWords() {
    try {
      List<String> lines =
          Files.readAllLines(place.console()).stream().filter(line -> !line.isBlank()).toList();
      return lines.isEmpty() ? "it has said nothing." : lines.getLast();
    } catch (IOException e) {
      return "see %s.".formatted(place.console());
    }
  }

  /** Takes it out of rotation, stops it as an init system does, and returns its status. */
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
