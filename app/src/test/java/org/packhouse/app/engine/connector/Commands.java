package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.testing.ServerPaths;

/** Runs programs as a person at a terminal would. */
public final class Commands {

  private static final int MINUTES = 4;

  private Commands() {}

  public record Result(int exitCode, String output) {}

  /** Runs a program that must succeed; returns what it printed on both outputs. */
  public static String run(List<String> command) throws IOException, InterruptedException {
    Result result = tryRun(null, Map.of(), command);
    assertThat(result.exitCode()).as("%s%n%s", command, result.output()).isZero();
    return result.output();
  }

  public static Result tryRun(
      @Nullable Path directory, Map<String, String> more, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("GIT_") || key.endsWith("_proxy"));
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    environment.put("GIT_AUTHOR_NAME", "Ada");
    environment.put("GIT_AUTHOR_EMAIL", "ada@example.org");
    environment.put("GIT_COMMITTER_NAME", "Ada");
    environment.put("GIT_COMMITTER_EMAIL", "ada@example.org");
    environment.put("LC_ALL", "C.UTF-8");
    environment.putAll(more);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IOException("Still running after " + MINUTES + " minutes: " + command);
    }
    ServerPaths.assertNoneTold(command, output);
    return new Result(process.exitValue(), output);
  }
}
