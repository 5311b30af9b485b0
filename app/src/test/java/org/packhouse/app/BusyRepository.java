package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A repository that somebody pushes to, forks, and merges pull requests in, step by step. */
final class BusyRepository {

  final Repository repository;
  private final TestingRest admin;
  private final GitFixture work;
  private final Path directory;
  private final String url;
  private final String path;
  private final AtomicInteger steps = new AtomicInteger();
  private final Map<Integer, String> merged = new ConcurrentHashMap<>();
  private volatile String pushed = "";

  BusyRepository(TestingServer server, Project project, Path temporary) {
    this.repository = TestingProjects.in(server).repository(project);
    this.admin = TestingRest.admin(server);
    this.directory = temporary.resolve(repository.slug());
    this.work = GitFixture.workTree(directory);
    this.url = server.cloneUrl(repository);
    this.path = "projects/%s/repos/%s".formatted(project.key(), repository.slug());
  }

  /**
   * A record of what was acknowledged.
   *
   * @param pushed the last commit of the default branch
   * @param merged the commits by which pull requests were merged, by number
   */
  record Acknowledged(String pushed, Map<Integer, String> merged) {}

  Acknowledged acknowledged() {
    return new Acknowledged(pushed, Map.copyOf(merged));
  }

  int steps() {
    return steps.get();
  }

  /**
   * Two branches in one step, then a branch that goes again, now and then a pull request that is
   * squashed, and a fork.
   */
  void step() {
    int count = steps.incrementAndGet();
    String commit = work.commit("file", repository.slug() + " " + count);
    work.git("push", "--quiet", "--atomic", url, "main", "+main:refs/heads/twin");
    pushed = commit;
    work.git("push", "--quiet", url, "main:refs/heads/passing" + count);
    if (count == 1) {
      work.git("push", "--quiet", url, "main:refs/heads/trunk");
      work.git("branch", "root");
    }
    if (count % 2 == 0) {
      work.git("push", "--quiet", url, ":refs/heads/passing" + (count - 1));
      merge(count);
    }
    if (count % 4 == 0) {
      assertThat(
              admin
                  .post(
                      path,
                      "{'name': 'fork%d-%s', 'project': {'key': '%s'}}"
                          .formatted(count, repository.slug(), repository.project().key()))
                  .status())
          .isEqualTo(201);
    }
  }

  private void merge(int count) {
    if (merged.isEmpty()) {
      admin.post(
          path + "/settings/pull-requests", "{'mergeConfig':{'strategies':[{'id':'squash'}]}}");
    }
    String topic = "topic" + count;
    work.git("checkout", "--quiet", "-b", topic, "root");
    work.commit(topic, topic);
    work.git("push", "--quiet", url, topic);
    work.git("checkout", "--quiet", "main");
    TestingRest.Response opened =
        admin.post(
            path + "/pull-requests",
            "{'title':'t','fromRef':{'id':'%s'},'toRef':{'id':'trunk'}}".formatted(topic));
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    int number = opened.json().at("/id").asInt();
    TestingRest.Response done =
        admin.post(path + "/pull-requests/" + number + "/merge?version=0", "{}");
    assertThat(done.status()).as(done.response().body()).isEqualTo(200);
    merged.put(number, done.at("/properties/mergeCommit/id"));
  }

  /** Looks that a copy has what was acknowledged before, and that pull requests fit to its refs. */
  void assertIn(TestingServer restored, Acknowledged before) {
    GitFixture clone = cloneOf(restored);
    clone.git("merge-base", "--is-ancestor", before.pushed(), "origin/main");
    assertThat(clone.git("rev-parse", "origin/twin"))
        .isEqualTo(clone.git("rev-parse", "origin/main"));
    assertThat(lastMove(restored)).isEqualTo(clone.git("rev-parse", "origin/main"));
    TestingRest rest = TestingRest.admin(restored);
    merged.forEach((number, commit) -> {
      String pull = path + "/pull-requests/" + number;
      boolean isThere =
          clone.run("merge-base", "--is-ancestor", commit, "origin/trunk").exitCode() == 0;
      boolean wasBefore = before.merged().containsKey(number);
      assertThat(isThere || !wasBefore).as("%s is in the branch by %s", pull, commit).isTrue();
      boolean isKnown = rest.get(pull).status() == 200;
      assertThat(isKnown || !wasBefore).as("%s is known", pull).isTrue();
      if (isThere && isKnown) {
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(
                () -> assertThat(rest.get(pull).at("/state")).as(pull).isEqualTo("MERGED"));
        assertThat(rest.get(pull).at("/properties/mergeCommit/id")).as(pull).isEqualTo(commit);
      } else if (isKnown) {
        assertThat(rest.get(pull).at("/state")).as(pull).isEqualTo("OPEN");
      }
    });
    clone.commit("file", "pushed to the copy");
    clone.git("push", "--quiet", "origin", "HEAD:main");
  }

  private GitFixture cloneOf(TestingServer restored) {
    Path copy = directory.resolveSibling("clone-" + repository.slug());
    work.git("clone", "--quiet", restored.cloneUrl(repository), copy.toString());
    return GitFixture.in(copy);
  }

  /** The last move of the branch that the database has. */
  private String lastMove(TestingServer restored) {
    return restored
        .get(JdbcClient.class)
        .sql(
            """
            select new_value from ref_move where repository_id = ? and ref_name = 'refs/heads/main'
             order by ref_version desc limit 1
            """)
        .param(repository.id())
        .query(String.class)
        .single();
  }
}
