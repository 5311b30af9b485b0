package org.packhouse.app.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Real git on directories of a test: work trees, bare repositories, commands. The environment is
 * made from nothing, so that nobody's configuration matters; commits have fixed names and rising
 * dates, so that ids are the same in every run.
 */
public final class GitFixture {

  private static final long TIME_LIMIT_SECONDS = 300;
  private static final long FIRST_COMMIT = 1_750_000_000L;
  private static final String REF = "ref: ";
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}");

  private final Path directory;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private int commits;

  private GitFixture(Path directory) {
    this.directory = directory;
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", directory.resolve("no-home").toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    // Each commit would start two processes more, to find that there is nothing to tidy up.
    environment.put("GIT_CONFIG_COUNT", "1");
    environment.put("GIT_CONFIG_KEY_0", "maintenance.auto");
    environment.put("GIT_CONFIG_VALUE_0", "false");
    environment.put("GIT_AUTHOR_NAME", "Tess Tester");
    environment.put("GIT_AUTHOR_EMAIL", "tess@example.org");
    environment.put("GIT_COMMITTER_NAME", "Tess Tester");
    environment.put("GIT_COMMITTER_EMAIL", "tess@example.org");
    environment.put("LC_ALL", "C.UTF-8");
  }

  /** Works in a directory that is there. Commands run in it. */
  public static GitFixture in(Path directory) {
    return new GitFixture(directory);
  }

  /** Makes a work tree in a new directory, on branch {@code main}, without commits. */
  public static GitFixture workTree(Path directory) {
    createDirectory(directory);
    GitFixture fixture = new GitFixture(directory);
    fixture.git("init", "--quiet", "--initial-branch=main");
    return fixture;
  }

  /** Makes a bare repository in a new directory, HEAD on branch {@code main}. */
  public static GitFixture bare(Path directory) {
    createDirectory(directory);
    GitFixture fixture = new GitFixture(directory);
    fixture.git("init", "--quiet", "--bare", "--initial-branch=main");
    return fixture;
  }

  /** Adds a variable to the environment of every command. */
  public GitFixture with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** The directory that commands run in. */
  public Path directory() {
    return directory;
  }

  /** Writes a file of the work tree. */
  public GitFixture write(String path, String content) {
    try {
      Path file = directory.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Makes a symbolic link in the work tree. */
  public GitFixture link(String path, String target) {
    try {
      Files.createSymbolicLink(directory.resolve(path), Path.of(target));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /**
   * Writes a file and commits it.
   *
   * @return the commit's id
   */
  public String commit(String path, String content) {
    write(path, content);
    return commitAll("Change " + path);
  }

  /**
   * Commits whatever changed.
   *
   * @return the commit's id
   */
  public String commitAll(String message) {
    String date = (FIRST_COMMIT + 60L * commits++) + " +0000";
    git("add", "--all");
    with("GIT_AUTHOR_DATE", date).with("GIT_COMMITTER_DATE", date);
    git("commit", "--quiet", "--allow-empty", "-m", message);
    return head();
  }

  /** Reads the commit of HEAD, by git only where its files do not say it. */
  private String head() {
    try {
      Path repository = directory.resolve(".git");
      String head = Files.readString(repository.resolve("HEAD")).strip();
      String id =
          head.startsWith(REF)
              ? Files.readString(repository.resolve(head.substring(REF.length()))).strip()
              : head;
      return ID.matcher(id).matches() ? id : git("rev-parse", "HEAD");
    } catch (IOException e) {
      // A linked work tree, or another format of refs.
      return git("rev-parse", "HEAD");
    }
  }

  /**
   * Runs a git command that must succeed.
   *
   * @return standard output, without white space at its end
   */
  public String git(String... arguments) {
    Result result = run(arguments);
    if (result.exitCode() != 0) {
      throw new AssertionError(
          "git " + String.join(" ", arguments) + " exited with " + result + " in " + directory);
    }
    return result.output().stripTrailing();
  }

  /** Runs a git command, whatever comes of it. */
  public Result run(String... arguments) {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    return execute(line, new byte[0]);
  }

  /** Runs a program in the directory with that input, whatever comes of it. */
  public Result execute(List<String> line, byte[] input) {
    try {
      ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      try {
        Result result = converse(process, input);
        List<String> known = new ArrayList<>(line);
        known.add(directory.toString());
        known.addAll(environment.values());
        ServerPaths.assertNoneTold(known, result.errors());
        return result;
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Result converse(Process process, byte[] input)
      throws IOException, InterruptedException {
    StringBuilder errors = new StringBuilder();
    Thread errorReader =
        Thread.ofPlatform().start(() -> errors.append(readAll(process.getErrorStream())));
    Thread writer = Thread.ofPlatform().start(() -> feed(process, input));
    String output = readAll(process.getInputStream());
    if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("Still running after " + TIME_LIMIT_SECONDS + " s");
    }
    writer.join();
    errorReader.join();
    return new Result(process.exitValue(), output, errors.toString());
  }

  private static void feed(Process process, byte[] input) {
    try (var stdin = process.getOutputStream()) {
      stdin.write(input);
    } catch (IOException e) {
      // It ended without reading all: its exit code is the caller's to judge.
      return;
    }
  }

  private static String readAll(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void createDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The outcome of a command. */
  public record Result(int exitCode, String output, String errors) {}
}
