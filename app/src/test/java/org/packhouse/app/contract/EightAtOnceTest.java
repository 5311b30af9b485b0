package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Eight who change the same thing at once: each is done, or told that it was not. */
class EightAtOnceTest {

  private static final int THREADS = 8;
  private static final int ROUNDS = 4;

  @TempDir static Path directory;

  private static TestingServer server;
  private static TestingRest admin;
  private static Repository repository;
  private static User user;

  @BeforeAll
  static void start() {
    server = TestingServer.builder().with("housekeeping.enabled", "false").start();
    admin = TestingRest.admin(server);
    repository = TestingProjects.in(server).repository();
    user =
        TestingPeople.of(server).createUser(TestingPeople.uniqueName("eight"), "a-long-password");
    TestingPeople.of(server).grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    TestingPeople.of(server).createGroup("octet");
    GitFixture git = GitFixture.workTree(directory);
    git.commit("a", "1");
    for (int i = 0; i < THREADS; i++) {
      git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/b" + i);
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** {@code %d} is the number of the thread, {@code %r} of the round. */
  record Change(String method, String path, String body) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  static Stream<Change> changes() {
    String project = "projects/" + repository.project().key();
    String repo = project + "/repos/" + repository.slug();
    String model = "{'development':{'refId':'refs/heads/b%d'},'types':[]}";
    return Stream.of(
        new Change("PUT", project, "{'description':'%d %r'}"),
        new Change("PUT", project, "{'name':'" + repository.project().name() + " %d'}"),
        new Change("PUT", project + "/default-branch", "{'id':'b%d'}"),
        new Change(
            "PUT", project + "/permissions/users?permission=PROJECT_READ&name=" + user.name(), ""),
        new Change("POST", project + "/permissions/PROJECT_READ/all?allow=true", ""),
        new Change(
            "PUT", "/rest/branch-utils/latest/" + project + "/branchmodel/configuration", model),
        new Change(
            "PUT", "/rest/branch-utils/latest/" + repo + "/branchmodel/configuration", model),
        new Change("PUT", repo, "{'description':'%d %r'}"),
        new Change("PUT", repo, "{'public':true,'description':'open %d %r'}"),
        new Change("PUT", repo, "{'defaultBranch':'b%d'}"),
        new Change("PUT", repo + "/default-branch", "{'id':'refs/heads/b%d'}"),
        new Change(
            "PUT", repo + "/permissions/users?permission=REPO_WRITE&name=" + user.name(), ""),
        new Change("PUT", repo + "/permissions/groups?permission=REPO_WRITE&name=octet", ""),
        new Change("POST", repo + "/labels", "{'name':'label%r'}"),
        new Change("POST", repo + "/watch", "{}"),
        new Change("POST", repo + "/branches", "{'name':'new%r','startPoint':'b1'}"),
        new Change("POST", repo + "/tags", "{'name':'tag%r','startPoint':'b1','message':'m%d'}"),
        new Change("POST", repo, "{'name':'fork of round %r'}"),
        new Change("POST", project + "/repos", "{'name':'new of round %r'}"),
        new Change("POST", "projects", "{'key':'R%r','name':'Round %r'}"),
        new Change("PUT", "/rest/packhouse/latest/" + repo + "/quota", "{'quotaBytes':100000%d}"),
        new Change("PUT", "admin/users", "{'name':'" + user.name() + "','displayName':'U %d %r'}"),
        new Change("POST", "users/" + user.slug() + "/settings", "{'key':'%d %r'}"),
        new Change(
            "POST", "admin/groups/add-users", "{'group':'octet','users':['" + user.name() + "']}"),
        new Change(
            "PUT", "admin/permissions/users?permission=PROJECT_CREATE&name=" + user.name(), ""),
        new Change("PUT", "admin/banner", "{'message':'%d %r','enabled':true}"),
        new Change("PUT", "admin/default-branch", "{'id':'refs/heads/b%d'}"),
        new Change("PUT", "admin/mail-server/sender-address", "'a%d@example.org'"),
        new Change(
            "PUT",
            "/rest/access-tokens/latest/users",
            "{'name':'t %d','permissions':['REPO_READ']}"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void eachIsDoneOrToldThatItWasNot(Change change) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      List<Response> responses = atOnce(change, round);
      for (Response response : responses) {
        assertThat(response.status())
            .as(response.response().body())
            .isIn(200, 201, 202, 204, 400, 409);
        if (response.status() >= 400) {
          assertThat(response.message()).isNotEmpty();
          assertThat(response.at("/errors/0/exceptionName")).isNotEmpty();
        }
      }
      assertThat(responses).anyMatch(response -> response.status() < 300);
    }
  }

  @Test
  void theDefaultBranchIsTheSameInTheDatabaseAndOnDisk() throws Exception {
    String path =
        "projects/"
            + repository.project().key()
            + "/repos/"
            + repository.slug()
            + "/default-branch";
    for (int round = 0; round < 3 * ROUNDS; round++) {
      assertThat(atOnce(new Change("PUT", path, "{'id':'refs/heads/b%d'}"), round))
          .allMatch(response -> response.status() == 204);
      String noted =
          server
              .get(JdbcClient.class)
              .sql("select default_branch from repository where id = ?")
              .param(repository.id())
              .query(String.class)
              .single();
      assertThat(admin.get(path).at("/displayId")).isEqualTo(noted);
    }
  }

  private static List<Response> atOnce(Change change, int round)
      throws InterruptedException, ExecutionException {
    CyclicBarrier together = new CyclicBarrier(THREADS);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Response>> calls =
          IntStream.range(0, THREADS)
              .<Callable<Response>>mapToObj(i ->
                  () -> {
                    together.await();
                    return admin.send(
                        change.method(),
                        filled(change.path(), i, round),
                        filled(change.body(), i, round));
                  })
              .toList();
      List<Response> responses = new ArrayList<>();
      for (Future<Response> call : threads.invokeAll(calls)) {
        responses.add(call.get());
      }
      return responses;
    }
  }

  private static String filled(String pattern, int thread, int round) {
    return pattern.replace("%d", Integer.toString(thread)).replace("%r", Integer.toString(round));
  }
}
