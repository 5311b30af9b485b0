package org.packhouse.app.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.packhouse.app.node.Checkpoint.Step;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A server that is killed or stopped at a step of a push, and what must be true afterwards. */
final class KilledServer implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  final ServerProcess server;
  final JdbcClient sql;
  private final Path home;
  private final String database;
  private final Path checkpoints;
  private final GitFixture work;
  private int commits;

  KilledServer(Path folder) throws IOException, InterruptedException {
    home = folder.resolve("home");
    checkpoints = Files.createDirectories(folder.resolve("checkpoints"));
    database = TestingDatabase.create();
    sql = JdbcClient.create(new DriverManagerDataSource(database, "postgres", ""));
    server =
        ServerProcess.on(home, database)
            .withProperty("packhouse.checkpoint.folder", checkpoints.toString());
    server.start();
    server.create("/projects", "{\"key\": \"KILL\", \"name\": \"Kill\"}");
    server.create("/projects/KILL/repos", "{\"name\": \"target\"}");
    work = GitFixture.workTree(folder.resolve("work"));
    work.git("remote", "add", "origin", server.urlAsAdmin("/scm/KILL/target.git"));
    newCommit();
    work.git("push", "--quiet", "origin", "main", "main:topic");
  }

  /** A second node on the same shared home and database; it is not started. */
  ServerProcess otherNode(Path otherHome) {
    return ServerProcess.on(otherHome, database)
        .with("packhouse.shared-home", home.resolve("shared").toString());
  }

  String newCommit() {
    return work.commit("file.txt", "content " + commits++ + "\n");
  }

  GitFixture work() {
    return work;
  }

  /** Pushes two branches and holds the push at a step; the push goes on in the background. */
  CompletableFuture<GitFixture.Result> pushUntil(Step step) throws IOException {
    Files.createFile(checkpoints.resolve(step.name()));
    CompletableFuture<GitFixture.Result> push =
        CompletableFuture.supplyAsync(
            () -> work.run("push", "--atomic", "origin", "main", "main:topic"));
    Path reached = checkpoints.resolve(step.name() + ".reached");
    Awaitility.await()
        .atMost(LIMIT)
        .failFast(() -> push.isDone() && !Files.exists(reached))
        .until(() -> Files.exists(reached));
    return push;
  }

  /** Lets a held push go on. */
  void goOn(Step step) throws IOException {
    Files.deleteIfExists(checkpoints.resolve(step.name()));
    Files.deleteIfExists(checkpoints.resolve(step.name() + ".reached"));
  }

  GitFixture bare() {
    long id = sql.sql("select id from repository").query(Long.class).single();
    return GitFixture.in(home.resolve("shared/repositories/%02x/%d.git".formatted(id % 256, id)));
  }

  String value(String branch) {
    return bare().git("rev-parse", "refs/heads/" + branch);
  }

  /** Whatever happened, this holds once the server has recovered. */
  void assertSound() {
    bare().git("fsck", "--full", "--strict");
    assertThat(value("topic")).isEqualTo(value("main"));
    assertThat(lastMove("refs/heads/main")).isEqualTo(value("main"));
    assertThat(lastMove("refs/heads/topic")).isEqualTo(value("topic"));
    assertThat(count("select count(*) from pending_ref_update")).isZero();
    assertThat(
            count(
                """
                select count(*) from repository_version v
                 where ref_version <> (select max(ref_version) from ref_move)
                """))
        .isZero();
    assertThat(files(bare().folder(), ".lock")).isEmpty();
    Awaitility.await()
        .atMost(LIMIT)
        .untilAsserted(() -> {
          assertThat(count("select count(*) from outbox_event")).isZero();
          assertThat(files(home.resolve("shared/repositories/incoming"), "")).isEmpty();
        });
  }

  private String lastMove(String ref) {
    return sql.sql(
            "select new_value from ref_move where ref_name = ? order by ref_version desc limit 1")
        .param(ref)
        .query(String.class)
        .single();
  }

  private long count(String statement) {
    return sql.sql(statement).query(Long.class).single();
  }

  private static List<Path> files(Path folder, String ending) {
    try (Stream<Path> walk = Files.walk(folder)) {
      return new ArrayList<>(
          walk.filter(Files::isRegularFile)
              .filter(file -> file.toString().endsWith(ending))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
