package org.packhouse.app.platform.database;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.platform.configuration.StartRefusedException;

/**
 * Runs PostgreSQL's programs. They refuse to run as root, so root enters a user namespace. Each has
 * its own session, so that Ctrl-C reaches only the server, which stops them itself.
 */
final class PostgresPrograms {

  private final Path directory;
  private final List<String> prefix;

  private PostgresPrograms(Path directory, List<String> prefix) {
    this.directory = directory;
    this.prefix = List.copyOf(prefix);
  }

  /** Fails if this process is root and may not create a user namespace. */
  static PostgresPrograms in(Path directory) throws IOException {
    List<String> prefix = new ArrayList<>();
    if (succeeds(List.of("setsid", "true"))) {
      prefix.add("setsid");
    }
    if (Integer.valueOf(0).equals(Files.getAttribute(directory, "unix:uid")) && isRoot()) {
      if (!succeeds(List.of("unshare", "-U", "true"))) {
        throw new StartRefusedException(
            "The embedded PostgreSQL cannot run as root here; start the server as another user, or set jdbc.url, jdbc.user and jdbc.password.");
      }
      prefix.addAll(List.of("unshare", "-U"));
    }
    return new PostgresPrograms(directory, prefix);
  }

  private static boolean isRoot() throws IOException {
    return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self/status"), "unix:uid"));
  }

  /** Appends output to the log; the environment is almost empty. */
  ProcessBuilder command(String program, List<String> arguments, Path log) {
    List<String> command = new ArrayList<>(prefix);
    command.add(directory.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    builder.environment().clear();
    builder.environment().put("PATH", path);
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("TZ", "UTC");
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    return builder;
  }

  /** Runs a program to its end, within two minutes. */
  int run(String program, List<String> arguments, Path log) throws IOException {
    return finish(command(program, arguments, log).start());
  }

  private static boolean succeeds(List<String> command) {
    try {
      return finish(
              new ProcessBuilder(command)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start())
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  private static int finish(Process process) throws IOException {
    try {
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException("The program did not end: " + process.info().commandLine());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while running a PostgreSQL program", e);
    }
  }

  /** Returns the end of a log, for messages. */
  static String tail(Path log) throws IOException {
    List<String> lines =
        new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    return String.join(" / ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
  }
}
