package org.packhouse.app.source.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class CommitRestTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingProjects testing = TestingProjects.in(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = testing.repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @TempDir Path directory;
  private GitFixture git;
  private String first;
  private String second;
  private String side;
  private String merge;

  @BeforeEach
  void push() {
    git = GitFixture.workTree(directory.resolve("work"));
    first = git.commit("a.txt", "1\n2\n3\n4\n5\n");
    git.git("checkout", "-q", "-b", "feature/x");
    side = git.commit("side.txt", "side\n");
    git.git("checkout", "-q", "main");
    git.git("mv", "a.txt", "b.txt");
    second = git.commitAll("Move a file\n\nWith a body.");
    git.git("merge", "-q", "--no-ff", "-m", "Merge it", "feature/x");
    merge = git.git("rev-parse", "HEAD");
    git.git("checkout", "-q", "--orphan", "apart");
    git.git("rm", "-q", "-r", "-f", ".");
    git.commit("other", "x");
    git.git("push", "-q", bare(repository), "main", "feature/x", "apart");
  }

  @Test
  void listsCommitsNewestFirst() {
    Response all = admin.get(path + "/commits?until=main");
    assertThat(ids(all)).containsExactlyElementsOf(gitLog("main"));
    assertThat(all.json().at("/isLastPage").asBoolean()).isTrue();
    assertThat(all.json().has("nextPageStart")).isFalse();
    Response two = admin.get(path + "/commits?limit=2");
    assertThat(ids(two)).containsExactlyElementsOf(gitLog("main").subList(0, 2));
    assertThat(two.json().at("/nextPageStart").asInt()).isEqualTo(2);
    assertThat(ids(admin.get(path + "/commits?limit=2&start=2")))
        .containsExactlyElementsOf(gitLog("main").subList(2, 4));
    assertThat(ids(admin.get(path + "/commits?start=2147483647"))).isEmpty();
  }

  @Test
  void showsACommitByItsIdAShorterOneAndItsBranch() {
    for (String name :
        List.of(merge, merge.substring(0, 8), "main", "refs%2Fheads%2Fmain", "HEAD")) {
      assertThat(admin.get(path + "/commits/" + name).at("/id")).isEqualTo(merge);
    }
    assertThat(admin.get(path + "/commits/feature%2Fx").at("/id")).isEqualTo(side);
    Response commit = admin.get(path + "/commits/" + second);
    assertThat(commit.at("/displayId")).isEqualTo(second.substring(0, 11));
    assertThat(commit.at("/message")).isEqualTo("Move a file\n\nWith a body.");
    assertThat(commit.at("/author/name")).isEqualTo("Tess Tester");
    assertThat(commit.at("/author/emailAddress")).isEqualTo("tess@example.org");
    assertThat(commit.json().at("/authorTimestamp").asLong() % 1000).isZero();
    assertThat(commit.at("/parents/0/id")).isEqualTo(first);
    assertThat(admin.get(path + "/commits/main?path=b.txt").at("/id")).isEqualTo(second);
    Response none = admin.get(path + "/commits/main?path=none");
    assertThat(none.status()).isEqualTo(404);
    assertThat(none.at("/errors/0/exceptionName")).endsWith("content.NoSuchPathException");
  }

  @Test
  void saysWhatIsNotThere() {
    for (String call :
        List.of(
            "commits/none",
            "commits?until=none",
            "commits?since=none",
            "commits/none/changes",
            "commits/main/changes?since=none",
            "changes?until=none",
            "commits/none/diff",
            "diff?since=none",
            "compare/commits?from=none",
            "compare/changes?to=none",
            "compare/diff?from=none",
            "commits/none/merge-base?otherCommitId=main",
            "commits/main/merge-base?otherCommitId=none",
            "commits/main/diff-stats-summary?since=none",
            "patch?until=none",
            "commits/none/pull-requests")) {
      Response response = admin.get(path + "/" + call);
      assertThat(response.status()).as(call).isEqualTo(404);
      assertThat(response.message())
          .isEqualTo(
              "Commit 'none' does not exist in repository '%s'.".formatted(repository.slug()));
      assertThat(response.at("/errors/0/exceptionName"))
          .isEqualTo("com.atlassian.bitbucket.commit.NoSuchCommitException");
    }
    assertThat(ids(admin.get(path + "/commits?until=none&ignoreMissing=true"))).isEmpty();
    assertThat(ids(admin.get(path + "/commits?since=none&ignoreMissing=true"))).hasSize(4);
  }

  @Test
  void refusesParametersThatMeanNothing() {
    for (String call :
        List.of(
            "commits?merges=some",
            "commits?followRenames=perhaps",
            "commits?path=a/../b",
            "commits/main/diff?contextLines=many",
            "diff?whitespace=all",
            "commits/main/merge-base",
            "compare/diff?fromRepo=what",
            "patch?allAncestors=perhaps")) {
      assertThat(admin.get(path + "/" + call).status()).as(call).isEqualTo(400);
    }
  }

  @Test
  void filtersCommits() {
    assertThat(ids(admin.get(path + "/commits?until=main&since=" + first)))
        .containsExactlyElementsOf(gitLog(first + "..main"));
    assertThat(ids(admin.get(path + "/commits?merges=only"))).containsExactly(merge);
    assertThat(ids(admin.get(path + "/commits?merges=exclude"))).hasSize(3).doesNotContain(merge);
    assertThat(ids(admin.get(path + "/commits?path=b.txt"))).containsExactly(second);
    assertThat(ids(admin.get(path + "/commits?path=b.txt&followRenames=true")))
        .containsExactly(second, first);
    assertThat(ids(admin.get(path + "/commits?path=none"))).isEmpty();
    Response counted = admin.get(path + "/commits?withCounts=true&limit=1");
    assertThat(counted.json().at("/totalCount").asInt()).isEqualTo(4);
    assertThat(counted.json().at("/authorCount").asInt()).isEqualTo(1);
  }

  @Test
  void namesTheUserWhoseAddressACommitHas() {
    TestingPeople people = TestingPeople.of(server);
    String name = TestingPeople.uniqueName("author");
    people.createUser(name, "a-password-of-tests");
    git.with("GIT_AUTHOR_EMAIL", name.toUpperCase(java.util.Locale.ROOT) + "@example.org");
    git.git("checkout", "-q", "main");
    String id = git.commit("c", "c");
    git.git("push", "-q", bare(repository), "main");

    Response commit = admin.get(path + "/commits/" + id);

    assertThat(commit.at("/author/slug")).isEqualTo(name);
    assertThat(commit.at("/author/name")).isEqualTo(name);
    assertThat(commit.at("/author/type")).isEqualTo("NORMAL");
    assertThat(commit.at("/committer/name")).isEqualTo("Tess Tester");
    assertThat(commit.json().at("/committer").has("slug")).isFalse();
  }

  @Test
  void findsWhereHistoriesPart() {
    assertThat(
            admin.get(path + "/commits/" + side + "/merge-base?otherCommitId=" + second).at("/id"))
        .isEqualTo(first);
    assertThat(admin.get(path + "/commits/main/merge-base?otherCommitId=apart").status())
        .isEqualTo(204);
  }

  @Test
  void answersForEmptyRepositories() {
    Repository empty = testing.repository();
    String there = "projects/" + empty.project().key() + "/repos/" + empty.slug();
    for (String call : List.of("commits", "changes", "diff", "compare/commits", "patch")) {
      Response response = admin.get(there + "/" + call);
      assertThat(response.status()).as(call).isEqualTo(404);
      assertThat(response.at("/errors/0/exceptionName")).endsWith("NoDefaultBranchException");
    }
    assertThat(ids(admin.get(there + "/commits?ignoreMissing=true"))).isEmpty();
  }

  @Test
  void hasNoPullRequestsYet() {
    Response none = admin.get(path + "/commits/main/pull-requests");
    assertThat(none.status()).isEqualTo(200);
    assertThat(none.json().at("/size").asInt()).isZero();
  }

  private String bare(Repository target) {
    return server.get(RepositoryStorage.class).directory(target.id()).toString();
  }

  private List<String> gitLog(String range) {
    return git.git("log", "--format=%H", range).lines().toList();
  }

  private static List<String> ids(Response response) {
    assertThat(response.status()).isEqualTo(200);
    return StreamSupport.stream(response.json().at("/values").spliterator(), false)
        .map(value -> value.at("/id").asString())
        .collect(Collectors.toList());
  }
}
