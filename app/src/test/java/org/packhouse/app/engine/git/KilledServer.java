package org.packhouse.app.engine.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A server that is killed or stopped at a step of a push, with the repositories it happens to. */
final class KilledServer implements AutoCloseable {

  static final Duration LIMIT = Duration.ofMinutes(2);

  final ServerProcess server;
  final JdbcClient sql;
  private final Path home;
  private final String database;
  private final Path checkpoints;
  private final GitFixture work;
  private int commits;

  KilledServer(Path directory) throws IOException, InterruptedException {
    this(directory, Map.of());
  }

  /** One with settings of its own. */
  KilledServer(Path directory, Map<String, String> settings)
      throws IOException, InterruptedException {
    home = directory.resolve("home");
    checkpoints = Files.createDirectories(directory.resolve("checkpoints"));
    database = TestingDatabase.createMigrated();
    sql = JdbcClient.create(new DriverManagerDataSource(database, "postgres", ""));
    server =
        ServerProcess.on(home, database)
            .withProperty("packhouse.checkpoint.directory", checkpoints.toString());
    settings.forEach(server::with);
    server.start();
    WrittenEvents.record(sql);
    server.create("/projects", "{\"key\": \"KILL\", \"name\": \"Kill\"}");
    work = GitFixture.workTree(directory.resolve("work"));
    newCommit();
  }

  /** A new repository with the branches {@code main} and {@code topic}. */
  PushTarget target(String slug) throws IOException, InterruptedException {
    server.create("/projects/KILL/repos", "{\"name\": \"" + slug + "\"}");
    long id =
        sql.sql("select id from repository where slug = ?").param(slug).query(Long.class).single();
    PushTarget target = new PushTarget(this, slug, id);
    target.push(server, work.git("rev-parse", "HEAD"));
    return target;
  }

  /** A second node on the same shared home and database; it is not started. */
  ServerProcess otherNode(Path otherHome) {
    return ServerProcess.on(otherHome, database)
        .with("packhouse.shared-home", home.resolve("shared").toString());
  }

  /** A commit on top of all others. */
  String newCommit() {
    return work.commit("file.txt", "content " + commits++ + "\n");
  }

  GitFixture work() {
    return work;
  }

  Path repositories() {
    return home.resolve("shared/repositories");
  }

  /**
   * Pushes and holds the push at a step, in the background. A later push is not held there, nor at
   * the steps at which others are held already.
   */
  CompletableFuture<GitFixture.Result> pushUntil(Step step, PushTarget target, String commit)
      throws IOException {
    Files.createFile(checkpoints.resolve(step.name()));
    CompletableFuture<GitFixture.Result> push = pushInBackground(target, commit);
    Path reached = checkpoints.resolve(step.name() + ".reached");
    Awaitility.await()
        .atMost(LIMIT)
        .failFast("The push ended before " + step, () -> push.isDone() && !Files.exists(reached))
        .until(() -> Files.exists(reached));
    return push;
  }

  /** Pushes in the background. */
  CompletableFuture<GitFixture.Result> pushInBackground(PushTarget target, String commit) {
    return CompletableFuture.supplyAsync(
        () -> target.push(server, commit), Thread::startVirtualThread);
  }

  /** Lets a held push go on. */
  void goOn(Step step) throws IOException {
    Files.deleteIfExists(checkpoints.resolve(step.name()));
    Files.deleteIfExists(checkpoints.resolve(step.name() + ".reached"));
  }

  /** What is left of pushes that have ended: not even an empty directory may be. */
  Set<Path> leftOfPushes() throws IOException {
    Set<Path> left = new HashSet<>();
    List<String> sessions =
        sql.sql("select id::text from node_session")
            .query((row, number) -> row.getString(1))
            .list();
    for (Path directory : entries(repositories().resolve("incoming"))) {
      if (sessions.contains(directory.getFileName().toString())) {
        left.addAll(entries(directory));
      } else {
        left.add(directory);
      }
    }
    return left;
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    }
  }

  /**
   * All files in a directory, with their sizes, but for those by which JGit measures how finely the
   * file system tells times: they come and go.
   */
  static List<String> files(Path directory) {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith(".probe-"))
          .map(file -> directory.relativize(file) + " " + file.toFile().length())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
