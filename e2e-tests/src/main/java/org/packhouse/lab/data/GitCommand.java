package org.packhouse.lab.data;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Real git, with settings of its own alone. Its outputs are files: nothing waits for a pipe.
 *
 * @param repository a bare repository
 */
public record GitCommand(Path repository, List<String> arguments) {

  private static final Path NOTHING = Path.of("/dev/null");

  /** A command for a repository. */
  public static GitCommand in(Path repository, String... arguments) {
    return new GitCommand(repository, List.of(arguments));
  }

  /**
   * The outcome of an operation.
   *
   * @param octets what it printed, a character for each byte
   */
  public record Outcome(int status, String octets, String errors) {

    /** What it printed. */
    public byte[] bytes() {
      return octets.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** What it printed, as text. */
    public String text() {
      return new String(bytes(), StandardCharsets.UTF_8);
    }
  }

  /** Writes what a command reads. */
  @FunctionalInterface
  interface Input {
    void write(OutputStream out) throws IOException;
  }

  /**
   * Runs it on a file.
   *
   * @param input what it reads
   */
  public Outcome run(Path input) throws IOException {
    try (Outputs outputs = Outputs.make()) {
      int status = waitFor(builder(outputs).redirectInput(input.toFile()).start());
      return outputs.of(status);
    }
  }

  /** Runs it without input; it must succeed. */
  public Outcome succeed() throws IOException {
    return succeeded(run(NOTHING));
  }

  /** Runs it on what is written to it; it must succeed. */
  Outcome succeed(Input input) throws IOException {
    try (Outputs outputs = Outputs.make()) {
      Process process = builder(outputs).start();
      IOException broken = write(process, input);
      Outcome outcome = outputs.of(waitFor(process));
      if (broken != null && outcome.status() == 0) {
        throw broken;
      }
      return succeeded(outcome);
    }
  }

  private static @Nullable IOException write(Process process, Input input) {
    try (OutputStream out = process.getOutputStream()) {
      input.write(out);
      return null;
    } catch (IOException broken) {
      return broken;
    }
  }

  private Outcome succeeded(Outcome outcome) throws IOException {
    if (outcome.status() != 0) {
      throw new IOException(
          "git %s ended with %d in %s: %s"
              .formatted(
                  arguments.getFirst(), outcome.status(), repository, outcome.errors().strip()));
    }
    return outcome;
  }

  private ProcessBuilder builder(Outputs outputs) {
    List<String> line = new ArrayList<>(List.of("git", "--git-dir=" + repository));
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    environment.put("LC_ALL", "C");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_CONFIG_COUNT", "1");
    environment.put("GIT_CONFIG_KEY_0", "safe.directory");
    environment.put("GIT_CONFIG_VALUE_0", "*");
    return builder
        .redirectOutput(Redirect.to(outputs.out().toFile()))
        .redirectError(Redirect.to(outputs.err().toFile()));
  }

  private record Outputs(Path out, Path err) implements AutoCloseable {

    static Outputs make() throws IOException {
      return new Outputs(
          Files.createTempFile("lab-git", ".out"), Files.createTempFile("lab-git", ".err"));
    }

    Outcome of(int status) throws IOException {
      return new Outcome(
          status,
          new String(Files.readAllBytes(out), StandardCharsets.ISO_8859_1),
          new String(Files.readAllBytes(err), StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static int waitFor(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while git ran", e);
    }
  }
}
