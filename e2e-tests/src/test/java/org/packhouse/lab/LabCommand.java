package org.packhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.packhouse.lab.process.Launcher;
import org.packhouse.lab.process.Processes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A command of the lab as a person gives it: {@code packhouse lab ...}. */
final class LabCommand implements AutoCloseable {

  private static final long MINUTES = 15;

  private final Path out;
  private final Process process;

  private LabCommand(Path out, Process process) {
    this.out = out;
    this.process = process;
  }

  /** Starts one; what it says is kept in a file of that directory. */
  static LabCommand start(Path directory, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("lab"));
    command.addAll(List.of(words));
    Path out = Files.createTempFile(directory, "lab", ".out");
    Process process =
        Launcher.command(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    return new LabCommand(out, process);
  }

  /** Waits until it ends; its exit status. */
  int status() throws InterruptedException {
    assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  /** Asks it to end, as Ctrl-C does. */
  void terminate() {
    process.destroy();
  }

  /** Kills it, as the kernel does when memory runs out; what it started is not. */
  void kill() {
    process.destroyForcibly();
  }

  /** What it has started, and what that has. */
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /** What it has said so far. */
  String text() throws IOException {
    return Files.readString(out);
  }

  /** The figures in a report's directory. */
  static JsonNode figures(Path report) throws IOException {
    return JsonMapper.shared().readTree(Files.readAllBytes(report.resolve("figures.json")));
  }

  @Override
  public void close() {
    Processes.end(process.toHandle());
  }
}
