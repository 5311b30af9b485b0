package org.packhouse.lab.target;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node with all that it is started with, so that it can be started again. */
final class RunningNode {

  private final Programs programs;
  private final PackhouseNode node;
  private final Map<String, String> settings;
  private final Map<String, String> given;
  private final @Nullable Path build;
  private @Nullable Process process;

  RunningNode(
      Programs programs,
      PackhouseNode node,
      Map<String, String> settings,
      Map<String, String> given,
      @Nullable Path build) {
    this.programs = programs;
    this.node = node;
    this.settings = Map.copyOf(settings);
    this.given = Map.copyOf(given);
    this.build = build;
  }

  /** Starts it and waits until it answers. */
  void start() throws IOException {
    process = node.start(programs, settings, given, build);
  }

  /** The number of its process; 0 if it does not run. */
  long pid() {
    Process running = process;
    return running == null ? 0 : running.pid();
  }

  /** Tells it to stop, and waits until it has. */
  void stop() throws IOException {
    Process running = process;
    if (running != null) {
      programs.stop(running, node.name());
      process = null;
    }
  }
}
