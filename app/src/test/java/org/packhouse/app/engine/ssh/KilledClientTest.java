package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.springframework.jdbc.core.simple.JdbcClient;

/** SSH clients that are killed while the server waits for its database on their behalf. */
class KilledClientTest {

  private static final int ROUNDS = 5;

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();
  private TestingSsh ssh;
  private Path key;
  private GitFixture work;

  @BeforeEach
  void prepare() {
    ssh = TestingSsh.of(server);
    key = ssh.createAccessKey(repository, "REPO_WRITE");
    work = GitFixture.workTree(ssh.directory().resolve("work"));
  }

  @AfterEach
  void clean() {
    ssh.close();
  }

  @Test
  void breakNoConnectionToTheDatabase() throws IOException, SQLException {
    work.commit("a.txt", "first");
    ssh.gitOk(key, work.directory(), "push", "--quiet", ssh.url(repository), "main");
    Set<Integer> before = connections();
    for (int round = 0; round < ROUNDS; round++) {
      String tip = work.commit("a.txt", "round " + round);
      try (Connection lock = server.get(DataSource.class).getConnection()) {
        lock.setAutoCommit(false);
        try (var statement = lock.createStatement()) {
          statement.execute(
              "select 1 from repository_version where repository_id = "
                  + repository.id()
                  + " for update");
        }
        killWhileItWaits();
        lock.rollback();
      }
      await()
          .untilAsserted(() ->
              assertThat(ssh.gitOk(key, work.directory(), "ls-remote", ssh.url(repository), "main"))
                  .startsWith(tip));
    }
    assertThat(connections()).containsAll(before);
  }

  private void killWhileItWaits() throws IOException {
    Process push =
        ssh.gitProcess(key, work.directory(), "push", "--quiet", ssh.url(repository), "main")
            .start();
    await().until(() -> waiting() == 1);
    Stream.concat(push.descendants(), Stream.of(push.toHandle()))
        .forEach(ProcessHandle::destroyForcibly);
    await().until(() -> server.get(GitSshServer.class).sessions() == 0);
  }

  private int waiting() {
    return server
        .get(JdbcClient.class)
        .sql(
            "select count(*) from pg_stat_activity where datname = current_database()"
                + " and wait_event_type = 'Lock'")
        .query(Integer.class)
        .single();
  }

  /** The processes of PostgreSQL that serve the server's connections. */
  private Set<Integer> connections() {
    return server
        .get(JdbcClient.class)
        .sql("select pid from pg_stat_activity where datname = current_database()")
        .query((row, _) -> row.getInt(1))
        .set();
  }
}
