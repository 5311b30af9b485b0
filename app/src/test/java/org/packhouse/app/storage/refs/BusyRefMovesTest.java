package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Pushes for which there are too few connections, since somebody holds what others wait for. */
class BusyRefMovesTest {

  private static final String BUSY = "The server is too busy to serve this now";

  private static TestingServer server;
  private static TestingSsh ssh;

  @TempDir private static Path directory;

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("refs.connections", "2")
            .with("refs.longest-wait", "2s")
            .start();
    ssh = TestingSsh.of(server);
  }

  @AfterAll
  static void stop() {
    ssh.close();
    server.close();
  }

  private record Place(Repository repository, GitFixture work, Path key) {

    static Place create(String name) {
      Repository repository = TestingProjects.in(server).repository();
      GitFixture work = GitFixture.workTree(directory.resolve(name));
      Place place = new Place(repository, work, ssh.createAccessKey(repository, "REPO_WRITE"));
      work.commit("a.txt", name);
      work.git("push", "--quiet", place.url(), "main");
      work.commit("a.txt", name + " again");
      return place;
    }

    String url() {
      return server.cloneUrl(repository);
    }

    Process push(String branch) throws IOException {
      return ssh.gitProcess(key, work.directory(), "push", url(), "HEAD:refs/heads/" + branch)
          .start();
    }
  }

  private static void lock(Connection connection, Place... places) throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      for (Place place : places) {
        statement.execute(
            "select 1 from repository_version where repository_id = "
                + place.repository().id()
                + " for update");
      }
    }
  }

  private static void awaitWaiting(int wanted) {
    await()
        .until(() ->
            server
                    .get(JdbcClient.class)
                    .sql(
                        "select count(*) from pg_stat_activity"
                            + " where datname = current_database() and wait_event_type = 'Lock'")
                    .query(Integer.class)
                    .single()
                == wanted);
  }

  private static void end(List<Process> pushes) throws InterruptedException {
    for (Process push : pushes) {
      push.waitFor();
    }
  }

  @Test
  void failWithWordsForPeopleWhenNoConnectionComesFree() throws Exception {
    Place one = Place.create("one");
    Place two = Place.create("two");
    Place three = Place.create("three");
    List<Process> pushes = new ArrayList<>();
    try (Connection connection = server.get(DataSource.class).getConnection()) {
      lock(connection, one, two);
      pushes.add(one.push("next"));
      pushes.add(two.push("next"));
      awaitWaiting(2);
      GitFixture.Result overHttp = three.work().run("push", three.url(), "main");
      assertThat(overHttp.exitCode()).isNotZero();
      assertThat(overHttp.errors()).contains("remote: " + BUSY).contains("the server is busy");
      TestingSsh.Result overSsh =
          ssh.git(
              three.key(), three.work().directory(), "push", ssh.url(three.repository()), "main");
      assertThat(overSsh.err()).contains("remote: " + BUSY).contains("the server is busy");
      TestingRest.Response response =
          TestingRest.admin(server)
              .post(
                  "/rest/api/latest/projects/%s/repos/%s/branches"
                      .formatted(three.repository().project().key(), three.repository().slug()),
                  "{\"name\": \"made\", \"startPoint\": \"main\"}");
      assertThat(response.status()).isEqualTo(503);
      assertThat(response.message()).startsWith(BUSY);
      connection.rollback();
    }
    end(pushes);
    assertThat(three.work().run("push", three.url(), "main").exitCode()).isZero();
  }

  @Test
  void toOneRepositoryLeaveAConnectionToThoseToOthers() throws Exception {
    Place hot = Place.create("hot");
    Place other = Place.create("other");
    List<Process> pushes = new ArrayList<>();
    try (Connection connection = server.get(DataSource.class).getConnection()) {
      lock(connection, hot);
      for (int i = 0; i < 4; i++) {
        pushes.add(hot.push("branch-" + i));
      }
      awaitWaiting(1);
      assertThat(other.work().run("push", other.url(), "main").exitCode()).isZero();
      awaitWaiting(1);
      connection.rollback();
    }
    end(pushes);
  }
}
