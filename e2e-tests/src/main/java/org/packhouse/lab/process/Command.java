package org.packhouse.lab.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end. */
public final class Command {

  private static final long MINUTES = 30;

  private Command() {}

  /**
   * Runs a command in a directory and returns what it printed.
   *
   * @param environment added to a clean one
   * @throws IOException with what it said last, if it failed
   */
  public static String run(Path directory, Map<String, String> environment, List<String> command)
      throws IOException {
    Path out = Files.createTempFile("command", ".out");
    Path errors = Files.createTempFile("command", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
      clean(builder).putAll(environment);
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      Process process = builder.redirectOutput(out.toFile()).redirectError(errors.toFile()).start();
      int status = waitFor(process, command);
      if (status != 0) {
        throw new IOException(
            "%s ended with status %d: %s"
                .formatted(words(command), status, LogTail.sentence(errors)));
      }
      return Files.readString(out, StandardCharsets.UTF_8);
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(errors);
    }
  }

  /** Leaves nothing of this process's environment but where programs are; returns it. */
  public static Map<String, String> clean(ProcessBuilder builder) {
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("HOME", System.getProperty("java.io.tmpdir"));
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    return environment;
  }

  private static int waitFor(Process process, List<String> command) throws IOException {
    try {
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("%s still runs after %d minutes".formatted(words(command), MINUTES));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(words(command) + " was interrupted");
    } finally {
      Processes.end(process.toHandle());
    }
  }

  private static String words(List<String> command) {
    return String.join(" ", command.subList(0, Math.min(4, command.size())));
  }
}
