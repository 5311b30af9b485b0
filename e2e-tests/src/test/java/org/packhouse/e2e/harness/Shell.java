package org.packhouse.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.packhouse.lab.process.Processes;

/**
 * A person at a shell: a home directory of their own, a clean environment, real git, ssh and curl.
 */
public final class Shell {

  private static final long MINUTES = 10;

  private final Path home;
  private final Map<String, String> environment = new LinkedHashMap<>();

  /** A shell whose home is that directory, which must exist. */
  public Shell(Path home) {
    this.home = home;
    environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    environment.put("HOME", home.toString());
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    environment.put("GIT_AUTHOR_NAME", "Ada");
    environment.put("GIT_AUTHOR_EMAIL", "ada@example.org");
    environment.put("GIT_COMMITTER_NAME", "Ada");
    environment.put("GIT_COMMITTER_EMAIL", "ada@example.org");
    environment.put("GIT_SSL_NO_VERIFY", "1");
    environment.put(
        "GIT_SSH_COMMAND",
        "ssh -F none -o BatchMode=yes -o IdentitiesOnly=yes -o StrictHostKeyChecking=accept-new"
            + " -o UserKnownHostsFile='"
            + home.resolve("known_hosts")
            + "' -i '"
            + home.resolve("id")
            + "'");
  }

  /** A command's output and exit code. */
  public record Result(int status, String out, String err) {

    /** Both outputs. */
    public String text() {
      return out + err;
    }
  }

  /** The home directory. */
  public Path home() {
    return home;
  }

  /** Sets a variable for the commands to come. */
  public Shell with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Makes an SSH key pair for this person and returns the public key. */
  public String makeKey() {
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", home.resolve("id") + "");
    return read(home.resolve("id.pub")).strip();
  }

  /** Runs a command that must succeed and returns what it printed. */
  public String run(String... command) {
    Result result = attempt(home, command);
    assertThat(result.status()).as("%s%n%s", String.join(" ", command), result.text()).isZero();
    return result.out();
  }

  /** Runs git in a directory; it must succeed. */
  public String git(Path directory, String... arguments) {
    Result result = attempt(directory, prefixed("git", arguments));
    assertThat(result.status())
        .as("git %s%n%s", String.join(" ", arguments), result.text())
        .isZero();
    return result.out();
  }

  /** Runs git in a directory, which may fail. */
  public Result tryGit(Path directory, String... arguments) {
    return attempt(directory, prefixed("git", arguments));
  }

  /** Starts a command with pipes for input and output; its errors go to a file of that name. */
  public Process start(String errors, String... command) {
    try {
      return builder(home, command).redirectError(home.resolve(errors).toFile()).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A command line that runs a command of the server over SSH as {@code git} does. */
  public String[] ssh(int port, String command) {
    String line = "eval \"exec $GIT_SSH_COMMAND -p $0 git@localhost \\\"\\$1\\\"\"";
    return new String[] {"sh", "-c", line, Integer.toString(port), command};
  }

  /** Makes a repository with one commit on {@code main}. */
  public Path repository(String name) {
    Path directory = home.resolve(name);
    run("git", "init", "-q", "-b", "main", directory.toString());
    commit(directory, "README.md", "# " + name + "\n");
    return directory;
  }

  /** Writes a file and commits it. */
  public void commit(Path directory, String file, String text) {
    try {
      Files.writeString(directory.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    git(directory, "add", file);
    git(directory, "commit", "-q", "-m", "Change " + file);
  }

  /** Runs a command in a directory, which may fail. */
  public Result attempt(Path directory, String... command) {
    try {
      Path out = Files.createTempFile(home, "out", "");
      Path err = Files.createTempFile(home, "err", "");
      Process process = start(directory, out, err, command);
      try {
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
          throw new AssertionError("Still runs: " + String.join(" ", command));
        }
        Result result = new Result(process.exitValue(), read(out), read(err));
        List<String> known = new ArrayList<>(List.of(command));
        known.add(directory.toString());
        ServerPaths.assertNoneTold(known, result.err());
        return result;
      } finally {
        Processes.end(process.toHandle());
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  private Process start(Path directory, Path out, Path err, String... command) throws IOException {
    ProcessBuilder builder = builder(directory, command);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(out.toFile());
    builder.redirectError(err.toFile());
    return builder.start();
  }

  private ProcessBuilder builder(Path directory, String... command) {
    ProcessBuilder builder = new ProcessBuilder(List.of(command));
    builder.directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  private static String[] prefixed(String first, String... rest) {
    String[] all = new String[rest.length + 1];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
