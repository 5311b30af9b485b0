package org.packhouse.app.testing;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/** Drives a {@link TestingServer} with the OpenSSH client and git, in a directory of its own. */
public final class TestingSsh implements AutoCloseable {

  private static final int MAX_SECONDS = 240;
  private static final File NULL = new File("/dev/null");

  private final TestingServer server;
  private final Path directory;

  private TestingSsh(TestingServer server, Path directory) {
    this.server = server;
    this.directory = directory;
  }

  /** Clients of that server. */
  public static TestingSsh of(TestingServer server) {
    try {
      return new TestingSsh(server, Files.createTempDirectory("packhouse-ssh"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A program's output and exit code. */
  public record Result(int status, String out, String err) {}

  /** A directory for working copies, removed at the end. */
  public Path directory() {
    return directory;
  }

  /** Makes a key of a type that {@code ssh-keygen -t} knows; returns the private file. */
  public Path createKey(String... typeAndBits) {
    Path file = directory.resolve(TestingPeople.uniqueName("key"));
    List<String> command = new ArrayList<>(List.of("ssh-keygen", "-q", "-N", "", "-f"));
    command.add(file.toString());
    command.add("-t");
    command.addAll(Arrays.asList(typeAndBits));
    Result result = run(directory, command.toArray(String[]::new));
    if (result.status() != 0) {
      throw new IllegalStateException(result.err());
    }
    return file;
  }

  /** What a server is told of a key: its type, its public half, a comment. */
  public String publicKey(Path key) {
    return read(Path.of(key + ".pub")).strip();
  }

  /** Makes an Ed25519 key that signs a user in. */
  public Path createKey(User user) {
    Path key = createKey("ed25519");
    register(key, user);
    return key;
  }

  /** Lets a key sign a user in; returns the key's id. */
  public long register(Path key, User user) {
    return insert(key, user.id());
  }

  /** Makes an Ed25519 access key of a repository: REPO_READ or REPO_WRITE. */
  public Path createAccessKey(Repository repository, String permission) {
    Path key = createKey("ed25519");
    server
        .get(JdbcClient.class)
        .sql("insert into access_key (ssh_key_id, repository_id, permission) values (?, ?, ?)")
        .params(insert(key, null), repository.id(), permission)
        .update();
    return key;
  }

  private long insert(Path key, @Nullable Long userId) {
    String[] printed = run(directory, "ssh-keygen", "-lf", key + ".pub").out().split(" ", 3);
    String[] text = read(Path.of(key + ".pub")).split(" ", 3);
    return server
        .get(JdbcClient.class)
        .sql(
            "insert into ssh_key (user_id, algorithm, bit_length, fingerprint, public_key)"
                + " values (?, ?, ?, ?, ?) returning id")
        .params(
            Arrays.asList(
                userId,
                text[0],
                Integer.parseInt(printed[0]),
                printed[1],
                text[0] + " " + text[1].strip()))
        .query(Long.class)
        .single();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The words that begin an ssh command line: no configuration, that key alone, our port. */
  public List<String> client(Path key) {
    return client(directory, key, server.sshPort());
  }

  /** The same for any server of this machine; the directory keeps its host keys. */
  public static List<String> client(Path directory, Path key, int port) {
    return List.of(
        "ssh",
        "-F",
        "/dev/null",
        "-o",
        "BatchMode=yes",
        "-o",
        "IdentitiesOnly=yes",
        "-o",
        "StrictHostKeyChecking=accept-new",
        "-o",
        "UserKnownHostsFile=" + directory.resolve("known_hosts"),
        "-i",
        key.toString(),
        "-p",
        Integer.toString(port));
  }

  /** Runs ssh as {@code git} with options that come first, such as {@code -T}. */
  public Result ssh(Path key, List<String> options, String... command) {
    return run(
        directory,
        Stream.of(client(key), options, List.of("git@localhost"), List.of(command))
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  /** Runs git with that key. */
  public Result git(Path key, Path directory, String... arguments) {
    return run(gitProcess(key, directory, arguments));
  }

  /** Runs git and fails the test if git fails. */
  public String gitOk(Path key, Path directory, String... arguments) {
    Result result = git(key, directory, arguments);
    if (result.status() != 0) {
      throw new AssertionError("git " + String.join(" ", arguments) + ": " + result.err());
    }
    return result.out();
  }

  /** Git as {@link #git} runs it, not started. */
  public ProcessBuilder gitProcess(Path key, Path directory, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder process = new ProcessBuilder(command).directory(directory.toFile());
    process.environment().put("GIT_SSH_COMMAND", String.join(" ", client(key)));
    process.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    process.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    for (String role : List.of("AUTHOR", "COMMITTER")) {
      process.environment().put("GIT_" + role + "_NAME", "Tess Tester");
      process.environment().put("GIT_" + role + "_EMAIL", "tess@example.org");
    }
    return process;
  }

  /** {@code ssh://git@localhost:PORT/key/slug.git}. */
  public String url(Repository repository) {
    return server.sshUrl() + "/" + repository.path().toLowerCase(Locale.ROOT) + ".git";
  }

  /** Runs a program to its end. */
  public static Result run(Path directory, String... command) {
    return run(new ProcessBuilder(command).directory(directory.toFile()));
  }

  /** Runs a program to its end. */
  public static Result run(ProcessBuilder builder) {
    return run(builder, MAX_SECONDS);
  }

  /** Runs a program to its end, which must come within so many seconds. */
  public static Result run(ProcessBuilder builder, int seconds) {
    try {
      Process process = builder.redirectInput(ProcessBuilder.Redirect.from(NULL)).start();
      CompletableFuture<String> out = drain(process.getInputStream());
      CompletableFuture<String> err = drain(process.getErrorStream());
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(builder.command() + " did not end");
      }
      Result result = new Result(process.exitValue(), out.join(), err.join());
      List<String> known = new ArrayList<>(builder.command());
      known.add(String.valueOf(builder.directory()));
      ServerPaths.assertNoneTold(known, result.err());
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static CompletableFuture<String> drain(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        task -> Thread.ofPlatform().daemon().start(task));
  }

  @Override
  public void close() {
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
