package org.packhouse.lab.operation;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Real git, whose input and outputs are files: nothing waits for a pipe. */
record GitCommand(Path repository, List<String> arguments) {

  /**
   * How it went.
   *
   * @param output what it printed
   */
  record Outcome(int status, String output, String errors) {}

  /**
   * Runs it.
   *
   * @param input what it reads
   * @param folder for its outputs
   */
  Outcome run(Path input, Path folder) throws IOException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    try {
      int status = waitFor(builder(input, out, err).start());
      return new Outcome(status, text(out), text(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private ProcessBuilder builder(Path input, Path out, Path err) {
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
        .redirectInput(input.toFile())
        .redirectOutput(Redirect.to(out.toFile()))
        .redirectError(Redirect.to(err.toFile()));
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
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
