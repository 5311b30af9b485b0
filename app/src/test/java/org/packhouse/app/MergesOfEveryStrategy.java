package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/**
 * A repository with a pull request for each strategy, another to the same branch as the first, and
 * one whose source moves before it is merged and goes with the merge.
 */
final class MergesOfEveryStrategy {

  private static final List<String> STRATEGIES =
      List.of(
          "squash", "squash-ff-only", "rebase-no-ff", "rebase-ff-only", "no-ff", "ff", "ff-only");

  /** How many are merged. */
  static final int ALL = STRATEGIES.size() + 2;

  private final TestingRest admin;
  private final GitFixture work;
  private final String url;
  private final String path;
  private final Map<Integer, TestingRest.Response> merged = new TreeMap<>();

  MergesOfEveryStrategy(TestingServer server, Path directory) {
    Repository repository = TestingProjects.in(server).repository();
    admin = TestingRest.admin(server);
    work = GitFixture.workTree(directory);
    url = server.cloneUrl(repository);
    path = "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
    work.commit("file", "first");
    work.git("push", "--quiet", url, "HEAD:main");
    admin.post(
        path + "/settings/pull-requests",
        "{'mergeConfig':{'strategies':[%s]}}"
            .formatted(
                STRATEGIES.stream()
                    .map("{'id':'%s'}"::formatted)
                    .collect(Collectors.joining(","))));
    for (String strategy : STRATEGIES) {
      open(strategy, "to-" + strategy);
    }
    open("second", "to-squash");
    open("gone", "to-gone");
  }

  /** From two commits; where the strategy allows for it, to a branch that has gone on. */
  private void open(String source, String target) {
    work.git("checkout", "--quiet", "-B", target, "main");
    work.git("checkout", "--quiet", "-b", source);
    work.commit(source, "one");
    work.commit(source, "two");
    if (!source.equals("ff-only") && !source.equals("squash-ff-only")) {
      work.git("checkout", "--quiet", target);
      work.commit("beside", "beside");
    }
    work.git("push", "--quiet", "--force", url, source, target);
    assertThat(
            admin
                .post(
                    path + "/pull-requests",
                    "{'title':'t','fromRef':{'id':'%s'},'toRef':{'id':'%s'}}"
                        .formatted(source, target))
                .status())
        .isEqualTo(201);
  }

  /** Merges all of them. */
  void make() {
    for (String strategy : STRATEGIES) {
      merge("{'strategyId':'%s'}".formatted(strategy));
    }
    merge("{'strategyId':'squash'}");
    String pull = path + "/pull-requests/" + ALL;
    String version = admin.get(pull).at("/version");
    work.git("checkout", "--quiet", "gone");
    work.commit("gone", "three");
    work.git("push", "--quiet", url, "gone");
    Awaitility.await().until(() -> !admin.get(pull).at("/version").equals(version));
    merge("{'strategyId':'squash','deleteSourceRef':true}");
  }

  private void merge(String wanted) {
    int number = merged.size() + 1;
    String pull = path + "/pull-requests/" + number;
    String version = admin.get(pull).at("/version");
    TestingRest.Response done = admin.post(pull + "/merge?version=" + version, wanted);
    if (done.status() == 200) {
      merged.put(number, done);
    }
  }

  /** How many were merged. */
  int count() {
    return merged.size();
  }

  /** Each was merged there by the same commit, from and to the same ones. */
  void assertKnownBy(TestingServer restored) {
    TestingRest rest = TestingRest.admin(restored);
    merged.forEach((number, before) -> {
      String pull = path + "/pull-requests/" + number;
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> assertThat(rest.get(pull).at("/state")).as(pull).isEqualTo("MERGED"));
      for (String pointer :
          List.of("/properties/mergeCommit/id", "/fromRef/latestCommit", "/toRef/latestCommit")) {
        assertThat(rest.get(pull).at(pointer)).as(pull + pointer).isEqualTo(before.at(pointer));
      }
      assertThat(rest.get(pull + "/activities").at("/values/0/action")).isEqualTo("MERGED");
      assertThat(rest.get(pull + "/activities").at("/values/0/user/name")).isEqualTo("admin");
    });
  }
}
