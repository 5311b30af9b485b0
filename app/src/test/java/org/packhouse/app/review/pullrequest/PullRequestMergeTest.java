package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest.Response;

class PullRequestMergeTest {

  private static final int AT_ONCE = 12;
  private static final int MANY_AT_ONCE = 100;

  @TempDir private Path temporary;
  private PullRequestKit kit;

  @BeforeEach
  void makeARepository() {
    kit = new PullRequestKit(temporary);
  }

  private Response merge(long number, String more) {
    return kit.admin.post(
        kit.of(number) + "/merge?version=" + kit.version(number),
        "{'message':'Merged'%s}".formatted(more));
  }

  @Test
  void keepsWhatWasMerged() {
    kit.branch("topic", "topic", "merged\n");
    long number = kit.opened("topic");
    assertThat(merge(number, "").status()).isEqualTo(200);
    Response refused =
        kit.admin.send("DELETE", kit.of(number), "{'version':%d}".formatted(kit.version(number)));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/errors/0/exceptionName")).endsWith("IllegalPullRequestStateException");
    assertThat(refused.message()).contains("already been merged and cannot be deleted");
    assertThat(kit.get(number).at("/state")).isEqualTo("MERGED");
    assertThat(kit.admin.get("/" + kit.of(number)).response().body())
        .doesNotContain("/pull-requests/" + number + "/delete");
  }

  private void enableAll() {
    Response set =
        kit.admin.post(
            kit.path + "/settings/pull-requests",
            "{'mergeConfig':{'strategies':[{'id':'no-ff'},{'id':'ff'},{'id':'ff-only'},{'id':'rebase-no-ff'},{'id':'rebase-ff-only'},{'id':'squash'},{'id':'squash-ff-only'}]}}");
    assertThat(set.status()).as(set.response().body()).isEqualTo(200);
    assertThat(set.at("/mergeConfig/type")).isEqualTo("REPOSITORY");
    assertThat(set.at("/mergeConfig/strategies/6/enabled")).isEqualTo("true");
  }

  /** A branch with two commits, from which main has parted or not, and a branch as it is now. */
  private String parted(String name, boolean diverged) {
    kit.work.git("checkout", "--quiet", "-B", "base-of-" + name, "main");
    kit.push("into-" + name);
    kit.work.commit(name + "-one", "1\n");
    kit.work.commit(name + "-two", "2\n");
    String tip = kit.work.git("rev-parse", "HEAD");
    kit.push(name);
    kit.work.git("reset", "--quiet", "--hard", "main");
    if (diverged) {
      kit.work.commit(name + "-theirs", "3\n");
      kit.push("into-" + name);
    }
    return tip;
  }

  private Response mergedBy(String strategy, String name) {
    Response opened = kit.open(kit.admin, name, "into-" + name, "");
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    return merge(opened.json().at("/id").asLong(), ",'strategyId':'%s'".formatted(strategy));
  }

  /** The graph of a branch: subjects of commits by their parents, and the tree in the end. */
  private String graph(GitFixture git, String tip) {
    String log = git.git("log", "--topo-order", "--format=%s|%an|%p", tip);
    for (String id : git.git("log", "--format=%h", tip).lines().toList()) {
      log = log.replace(id, git.git("log", "-1", "--format=%s", id));
    }
    return log + "\n" + git.git("rev-parse", tip + "^{tree}");
  }

  @Test
  void makesTheHistoryThatGitMakesByEveryStrategy() {
    enableAll();
    String me = "Ada Admin";
    kit.work.git("checkout", "--quiet", "-B", "main");
    int number = 0;
    for (String strategy :
        List.of(
            "no-ff",
            "ff",
            "ff-only",
            "rebase-no-ff",
            "rebase-ff-only",
            "squash",
            "squash-ff-only")) {
      for (boolean diverged : new boolean[] {false, true}) {
        String name = "topic" + number++;
        String tip = parted(name, diverged);
        Response merged = mergedBy(strategy, name);
        boolean refused =
            diverged && strategy.endsWith("ff-only") && !strategy.startsWith("rebase");
        assertThat(merged.status())
            .as(strategy + diverged + merged.response().body())
            .isEqualTo(refused ? 409 : 200);
        if (refused) {
          assertThat(merged.message()).contains("takes a fast-forward");
          continue;
        }
        assertThat(merged.at("/state")).isEqualTo("MERGED");
        byHand(
            strategy,
            tip,
            "Pull request #%d: Merge %s\n\nMerged".formatted(merged.json().at("/id").asInt(), name),
            me);
        String expected = graph(kit.work, "HEAD");
        kit.work.git("fetch", "--quiet", "origin", "into-" + name);
        assertThat(graph(kit.work, "FETCH_HEAD")).as(strategy + " " + diverged).isEqualTo(expected);
      }
    }
  }

  /** The same on what the work tree has. */
  private void byHand(String strategy, String tip, String message, String me) {
    kit.work.git("config", "user.name", me);
    kit.work.with("GIT_AUTHOR_NAME", me);
    switch (strategy) {
      case "no-ff" -> kit.work.git("merge", "--quiet", "--no-ff", "-m", message, tip);
      case "ff", "ff-only" -> kit.work.git("merge", "--quiet", "-m", message, tip);
      case "squash", "squash-ff-only" -> {
        kit.work.git("merge", "--quiet", "--squash", tip);
        kit.work.git("commit", "--quiet", "-m", message);
      }
      default -> {
        String onto = kit.work.git("rev-parse", "HEAD");
        kit.work.git("checkout", "--quiet", "-B", "rebased", tip);
        kit.work.git("rebase", "--quiet", onto);
        String rebased = kit.work.git("rev-parse", "HEAD");
        kit.work.git("reset", "--quiet", "--hard", onto);
        String way = strategy.equals("rebase-no-ff") ? "--no-ff" : "--ff-only";
        kit.work.git("merge", "--quiet", way, "-m", message, rebased);
      }
    }
    kit.work.with("GIT_AUTHOR_NAME", "Tess Tester");
  }

  @Test
  void saysBeforehandWhetherItConflictsAndWhere() {
    kit.branch("clean", "clean", "1");
    kit.branch("clashing", "README.md", "theirs\n");
    long clean = kit.opened("clean");
    long clashing = kit.opened("clashing");
    kit.work.commit("README.md", "ours\n");
    kit.push("main");
    kit.awaitField(clean, "/toRef/latestCommit", kit.work.git("rev-parse", "HEAD"));
    Response fine = kit.admin.get(kit.of(clean) + "/merge");
    assertThat(fine.at("/canMerge")).as(fine.response().body()).isEqualTo("true");
    assertThat(fine.at("/outcome")).isEqualTo("CLEAN");
    kit.work.git("fetch", "--quiet", "origin", "refs/pull-requests/%d/merge".formatted(clean));
    assertThat(kit.work.git("log", "-1", "--format=%P", "FETCH_HEAD"))
        .isEqualTo(
            kit.get(clean).at("/toRef/latestCommit")
                + " "
                + kit.get(clean).at("/fromRef/latestCommit"));
    assertThat(kit.get(clean).at("/properties/mergeResult/outcome")).isEqualTo("CLEAN");
    assertThat(kit.get(clean).at("/properties/mergeResult/current")).isEqualTo("true");
    Response bad = kit.admin.get(kit.of(clashing) + "/merge");
    assertThat(bad.at("/canMerge")).isEqualTo("false");
    assertThat(bad.at("/conflicted")).isEqualTo("true");
    assertThat(bad.at("/conflictingFiles/0")).isEqualTo("README.md");
    Response refused = merge(clashing, "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/errors/0/exceptionName")).endsWith(".PullRequestMergeVetoedException");
    assertThat(refused.at("/errors/0/conflicted")).isEqualTo("true");
    assertThat(refused.at("/errors/0/vetoes/0/detailedMessage")).contains("README.md");
    assertThat(kit.get(clashing).at("/state")).isEqualTo("OPEN");
  }

  @Test
  void isVetoedUntilReviewsAreAsTheRepositoryDemands() {
    kit.branch("topic", "topic", "1");
    User one = kit.user("one", Permission.REPO_READ);
    User two = kit.user("two", Permission.REPO_READ);
    kit.open(
        kit.admin,
        "topic",
        "main",
        ",'draft':true,'reviewers':[{'user':{'name':'%s'}}]".formatted(one.name()));
    kit.admin.post(
        kit.path + "/settings/pull-requests",
        "{'requiredAllApprovers':true,'needsWork':true,'requiredApprovers':{'enable':true,'count':'2'},'unapproveOnUpdate':true}");
    kit.as(two).put(kit.of(1) + "/participants/" + two.slug(), "{'status':'NEEDS_WORK'}");
    Response vetoed = merge(1, "");
    assertThat(vetoed.status()).isEqualTo(409);
    assertThat(vetoed.json().at("/errors/0/vetoes")).hasSize(4);
    assertThat(kit.admin.get(kit.of(1) + "/merge").json().at("/vetoes")).hasSize(4);
    assertThat(kit.as(one).post(kit.of(1) + "/merge?version=0", "{}").status())
        .as("who only reads does not merge")
        .isEqualTo(401);
    kit.as(one).post(kit.of(1) + "/approve", "{}");
    kit.as(two).post(kit.of(1) + "/approve", "{}");
    kit.admin.put(kit.of(1), "{'version':0,'draft':false}");
    kit.work.git("fetch", "--quiet", "origin", "topic");
    kit.work.git("reset", "--quiet", "--hard", "FETCH_HEAD");
    String later = kit.work.commit("topic", "2");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", later);
    assertThat(kit.get(1).at("/reviewers/0/approved")).as("it is another one").isEqualTo("false");
    kit.as(one).post(kit.of(1) + "/approve", "{}");
    kit.as(two).post(kit.of(1) + "/approve", "{}");
    Response merged = merge(1, ",'deleteSourceRef':true");
    assertThat(merged.at("/state")).as(merged.response().body()).isEqualTo("MERGED");
    assertThat(merged.at("/properties/mergeCommit/id")).isEqualTo(kit.ref("refs/heads/main"));
    assertThat(kit.ref("refs/heads/topic")).isEmpty();
    Response activity = kit.admin.get(kit.of(1) + "/activities");
    assertThat(activity.at("/values/0/action")).isEqualTo("MERGED");
    assertThat(activity.at("/values/0/commit/id")).isEqualTo(kit.ref("refs/heads/main"));
  }

  @Test
  void refusesWhatItCannotMerge() {
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    assertThat(kit.admin.post(kit.of(1) + "/merge", "{}").status()).isEqualTo(409);
    assertThat(merge(1, ",'strategyId':'octopus'").message()).contains("\"octopus\"");
    assertThat(merge(1, ",'strategyId':'squash'").message())
        .contains("squash is not enabled here; these are: no-ff");
    assertThat(merge(1, ",'strategyId':'squash'").status()).isEqualTo(400);
    assertThat(
            kit.admin
                .post(
                    kit.path + "/settings/pull-requests",
                    "{'mergeConfig':{'strategies':[{'id':'ff'}],'defaultStrategy':{'id':'squash'}}}")
                .status())
        .isEqualTo(400);
    assertThat(
            kit.admin
                .post(kit.path + "/settings/pull-requests", "{'requiredApprovers':11}")
                .message())
        .contains("from 0 to 10");
    assertThat(merge(1, "").at("/state")).isEqualTo("MERGED");
    assertThat(kit.admin.get(kit.of(1) + "/merge").status()).isEqualTo(409);
    assertThat(merge(1, "").message()).isEqualTo("This pull request has already been merged.");
  }

  @Test
  void refusesATargetThatHasAnotherHistoryNow() {
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    kit.work.git("checkout", "--quiet", "--orphan", "apart");
    kit.work.commit("apart", "1");
    kit.push("main");
    kit.awaitField(1, "/toRef/latestCommit", kit.work.git("rev-parse", "HEAD"));
    assertThat(kit.admin.get(kit.of(1) + "/merge").status()).isEqualTo(409);
    Response refused = merge(1, "");
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(409);
    assertThat(refused.message()).contains("their histories are unrelated");
    assertThat(kit.admin.get(kit.of(1) + "/changes").status()).isEqualTo(200);
  }

  @Test
  void aSquashNamesItsCommitsAsGitDoes() throws IOException {
    enableAll();
    String start = kit.work.git("rev-parse", "HEAD");
    kit.work.commit("theirs", "1");
    kit.push("main");
    String theirs = kit.work.git("rev-parse", "HEAD");
    kit.work.git("reset", "--quiet", "--hard", start);
    kit.work.write("one", "1").commitAll("One\n\nIts body\n  is indented\n\nTwice");
    kit.work.git("merge", "--quiet", "-m", "Merge main", theirs);
    kit.work.write("two", "2").with("GIT_AUTHOR_NAME", "Ünal Ü").commitAll("Two");
    String tip = kit.work.git("rev-parse", "HEAD");
    kit.push("topic");
    kit.opened("topic");
    Response merged = kit.admin.post(kit.of(1) + "/merge?version=0", "{'strategyId':'squash'}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
    kit.work.git("reset", "--quiet", "--hard", theirs);
    kit.work.git("config", "core.abbrev", "10");
    kit.work.git("merge", "--squash", tip);
    kit.work.git("fetch", "--quiet", "origin", "main");
    List<String> git =
        Files.readString(kit.work.directory().resolve(".git/SQUASH_MSG"))
            .lines()
            .map(String::stripTrailing)
            .toList();
    assertThat(git).hasSizeGreaterThan(15);
    assertThat(kit.work.git("log", "-1", "--format=%B", "FETCH_HEAD").lines().toList())
        .startsWith("Pull request #1: Merge topic")
        .endsWith(git.toArray(String[]::new));
  }

  @Test
  void aSquashOfManyCommitsNamesTheLatest() {
    enableAll();
    kit.admin.post(
        kit.path + "/settings/pull-requests",
        "{'mergeConfig':{'strategies':[{'id':'squash'}],'commitSummaries':3}}");
    for (int i = 0; i < 5; i++) {
      kit.work.commit("file", "" + i);
    }
    kit.push("topic");
    kit.opened("topic");
    assertThat(kit.admin.get(kit.of(1) + "/commit-message-suggestion").at("/body"))
        .contains("commit " + kit.work.git("rev-parse", "HEAD~2"))
        .doesNotContain(kit.work.git("rev-parse", "HEAD~3"))
        .endsWith("\n... and 2 more commits");
    String large = "word ".repeat(4_000);
    for (int i = 0; i < 3; i++) {
      kit.work.write("file", large + i).commitAll(large);
    }
    kit.push("large");
    kit.opened("large");
    assertThat(kit.admin.get(kit.of(2) + "/commit-message-suggestion").at("/body"))
        .hasSizeLessThan(30_000)
        .endsWith("\n... and 7 more commits");
  }

  @Test
  void messagesHaveNoCarriageReturns() {
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    Response merged =
        kit.admin.post(
            kit.of(1) + "/merge?version=0",
            "{'message':'First\\r\\n\\r\\nSecond\\rthird','autoSubject':'false'}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
    kit.work.git("fetch", "--quiet", "origin", "main");
    assertThat(kit.work.git("cat-file", "-p", "FETCH_HEAD"))
        .doesNotContain("\r")
        .endsWith("\n\nFirst\n\nSecond\nthird");
  }

  @Test
  void takesTheSettingsOfTheProjectWhereTheRepositoryHasNone() {
    String project = "projects/" + kit.repository.project().key();
    Response set =
        kit.admin.post(
            project + "/settings/pull-requests/git",
            "{'mergeConfig':{'strategies':[{'id':'squash'}],'commitMessageTemplate':{'title':'${id}: ${title}'}}}");
    assertThat(set.at("/mergeConfig/type")).as(set.response().body()).isEqualTo("PROJECT");
    assertThat(kit.admin.get(kit.path + "/settings/pull-requests").at("/mergeConfig/type"))
        .isEqualTo("PROJECT");
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    assertThat(kit.admin.get(kit.of(1) + "/commit-message-suggestion").at("/title"))
        .isEqualTo("1: Merge topic");
    merge(1, "");
    kit.work.git("fetch", "--quiet", "origin", "main");
    assertThat(kit.work.git("log", "-1", "--format=%s|%p", "FETCH_HEAD"))
        .isEqualTo("1: Merge topic|" + kit.work.git("rev-parse", "--short", "HEAD"));
  }

  @Test
  void mergesWhatAForkHasAfterTheForkIsGone() throws IOException {
    ForkKit forks = new ForkKit(temporary.resolve("forks"));
    forks.push("main", "1");
    Repository fork = forks.fork();
    String theirs = forks.work.commit("theirs", "1");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    String target = "projects/" + forks.origin.project().key() + "/repos/" + forks.origin.slug();
    kit.admin.post(
        target + "/pull-requests",
        "{'title':'x','fromRef':{'id':'topic','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'main'}}"
            .formatted(fork.slug(), fork.project().key()));
    kit.admin.delete("projects/" + fork.project().key() + "/repos/" + fork.slug());
    Response merged = kit.admin.post(target + "/pull-requests/1/merge?version=0", "{}");
    assertThat(merged.at("/state")).as(merged.response().body()).isEqualTo("MERGED");
    GitFixture clone = forks.clone(forks.origin);
    assertThat(clone.git("rev-parse", "refs/heads/main^2")).isEqualTo(theirs);
    forks.assertSound(forks.origin);
  }

  @Test
  void deletesTheSourceForThoseAloneWhoMayWriteToIt() throws IOException {
    ForkKit forks = new ForkKit(temporary.resolve("forks"));
    forks.push("main", "1");
    Repository fork = forks.fork();
    forks.work.commit("theirs", "1");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    TestingPeople people = TestingPeople.of(kit.server);
    User writer = kit.user("writer", Permission.REPO_READ);
    people.grant(writer, new RepositoryId(forks.origin.id()), Permission.REPO_WRITE);
    people.grant(writer, new RepositoryId(fork.id()), Permission.REPO_READ);
    String pullRequest =
        "projects/%s/repos/%s/pull-requests"
            .formatted(forks.origin.project().key(), forks.origin.slug());
    kit.as(writer)
        .post(
            pullRequest,
            "{'title':'x','fromRef':{'id':'topic','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'main'}}"
                .formatted(fork.slug(), fork.project().key()));
    String merge = pullRequest + "/1/merge?version=0";
    Response refused = kit.as(writer).post(merge, "{'deleteSourceRef':true}");
    assertThat(refused.status()).isIn(401, 403);
    assertThat(kit.admin.get(pullRequest + "/1").at("/state")).isEqualTo("OPEN");
    assertThat(kit.as(writer).post(merge, "{}").at("/state")).isEqualTo("MERGED");
    assertThat(forks.work.git("ls-remote", forks.url(fork), "refs/heads/topic")).isNotEmpty();
  }

  @Test
  void mergesManyIntoOneBranchAtOnce() throws InterruptedException {
    mergeAtOnce(AT_ONCE);
  }

  @Test
  @Tag("full")
  @Tag("pull-requests")
  void mergesAHundredIntoOneBranchAtOnce() throws InterruptedException {
    mergeAtOnce(MANY_AT_ONCE);
  }

  private void mergeAtOnce(int count) throws InterruptedException {
    List<Callable<Response>> work = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      kit.branch("topic" + i, "file" + i, "1\n");
      long number = kit.opened("topic" + i);
      work.add(() -> kit.admin.post(kit.of(number) + "/merge?version=0", "{}"));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      for (Future<Response> merged : threads.invokeAll(work)) {
        assertThat(merged.resultNow().status())
            .as(merged.resultNow().response().body())
            .isEqualTo(200);
      }
    }
    kit.work.git("fetch", "--quiet", "origin", "main");
    assertThat(kit.work.git("rev-list", "--count", "--first-parent", "FETCH_HEAD"))
        .isEqualTo(Integer.toString(count + 1));
    assertThat(kit.work.git("ls-tree", "--name-only", "FETCH_HEAD").lines()).hasSize(count + 1);
    assertThat(kit.bare(kit.repository).run("fsck", "--full", "--strict").exitCode()).isZero();
  }

  @Test
  void mergesOnceWhenTwoMergeAtOnce() throws InterruptedException {
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    Callable<Response> merge = () -> kit.admin.post(kit.of(1) + "/merge?version=0", "{}");
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (Future<Response> merged : threads.invokeAll(List.of(merge, merge))) {
        statuses.add(merged.resultNow().status());
      }
    }
    assertThat(statuses).containsExactlyInAnyOrder(200, 409);
    kit.work.git("fetch", "--quiet", "origin", "main");
    assertThat(kit.work.git("rev-list", "--count", "--first-parent", "FETCH_HEAD")).isEqualTo("2");
  }
}
