package org.packhouse.app.review.pullrequest.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequestKit;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingRest.Response;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reverts and cherry-picks of merged pull requests, by the forms of their pages. */
class MergedChangesTest {

  private static final String WHOLE = "--format=%T%n%P%n%B";
  private static final String REVERT = "/revert";
  private static final String PICK = "/cherry-pick";

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private TestingBrowser browser;

  @BeforeEach
  void makeARepository() {
    kit = new PullRequestKit(temporary);
    browser = TestingBrowser.admin(kit.server);
    Response set =
        kit.admin.post(
            kit.path + "/settings/pull-requests",
            "{'mergeConfig':{'strategies':[{'id':'no-ff'},{'id':'ff-only'},{'id':'rebase-no-ff'},{'id':'rebase-ff-only'},{'id':'squash'}]}}");
    assertThat(set.status()).as(set.response().body()).isEqualTo(200);
    kit.push("release");
  }

  @AfterEach
  void close() {
    browser.close();
  }

  /** Merges a pull request, and pushes something later on; the commit that the target was at. */
  private String merge(String strategy, int commits, boolean diverged) {
    kit.work.commit("README.md", "ONE\ntwo\nthree\n");
    for (int i = 1; i < commits; i++) {
      kit.work.commit("topic" + i, "topic\n");
    }
    kit.push("topic");
    kit.work.git("reset", "--quiet", "--hard", "HEAD~" + commits);
    if (diverged) {
      kit.work.commit("main.txt", "main\n");
      kit.push("main");
    }
    kit.opened("topic");
    Response merged =
        kit.admin.post(
            kit.of(1) + "/merge?version=" + kit.version(1), "{'strategyId':'" + strategy + "'}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
    String tip = kit.ref("refs/heads/main");
    commitOnMain("later.txt", "later\n");
    return tip;
  }

  private void commitOnMain(String file, String content) {
    kit.work.git("fetch", "--quiet", "origin");
    kit.work.git("reset", "--quiet", "--hard", "origin/main");
    kit.work.commit(file, content);
    kit.push("main");
    kit.work.git("fetch", "--quiet", "origin");
  }

  private HttpResponse<String> submit(String action, String... fields) {
    String page = "/" + kit.of(1) + action;
    return browser.submit(page, page, fields);
  }

  private void assertOffered(HttpResponse<String> response, String branch, String target) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.uri().getQuery())
        .contains(
            "create",
            "sourceBranch=refs/heads/" + branch,
            "targetBranch=refs/heads/" + target,
            "targetRepoId=" + kit.repository.id());
    assertThat(response.body()).contains("name=\"title\"", "refs/heads/" + branch);
    kit.work.git("fetch", "--quiet", "origin");
  }

  private void byHand(String from, String command, String merged, String... options) {
    kit.work.git("checkout", "--quiet", "-B", "hand", from);
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(options));
    if (kit.work.git("log", "-1", "--format=%P", merged).contains(" ")) {
      words.addAll(List.of("-m", "1"));
    }
    words.add(merged);
    kit.work.git(words.toArray(String[]::new));
  }

  private String whole(String commit, String format) {
    return kit.work.git("log", "-1", format, commit).strip();
  }

  @ParameterizedTest
  @CsvSource({"no-ff,2,true", "squash,2,true", "rebase-no-ff,2,true", "ff-only,1,false"})
  void oneCommitThatMergedItIsRevertedAndPickedAsGitDoesIt(
      String strategy, int commits, boolean diverged) {
    String merged = merge(strategy, commits, diverged);
    assertOffered(submit(REVERT, "name", "undo/it"), "undo/it", "main");
    byHand("origin/main", "revert", merged, "--no-edit");
    assertThat(whole("origin/undo/it", WHOLE)).isEqualTo(whole("hand", WHOLE));
    assertOffered(submit(PICK, "name", "ported", "onto", "release"), "ported", "release");
    byHand("origin/release", "cherry-pick", merged, "-x");
    String format = WHOLE + "%n%an <%ae>";
    assertThat(whole("origin/ported", format)).isEqualTo(whole("hand", format));
    assertThat(kit.bare(kit.repository).run("fsck", "--strict").exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"ff-only,false", "rebase-ff-only,true"})
  void severalCommitsThatCameAsTheyAreAreRevertedAndPickedAsOne(String strategy, boolean diverged) {
    String after = merge(strategy, 2, diverged);
    String range = kit.work.git("rev-parse", after + "~2") + ".." + after;
    assertOffered(submit(REVERT, "name", "undo"), "undo", "main");
    byHand("origin/main", "revert", range, "--no-commit");
    assertThat(whole("origin/undo", "--format=%T%n%P%n%B"))
        .isEqualTo(
            "%s\n%s\nRevert \"Merge topic\"\n\nThis reverts commits %s."
                .formatted(kit.work.git("write-tree"), kit.ref("refs/heads/main"), range));
    kit.work.git("reset", "--quiet", "--hard");
    assertOffered(
        submit(PICK, "name", "ported", "onto", "refs/heads/release"), "ported", "release");
    byHand("origin/release", "cherry-pick", range, "--no-commit");
    assertThat(whole("origin/ported", "--format=%T%n%P%n%B"))
        .isEqualTo(
            "%s\n%s\nMerge topic\n\n(cherry picked from commits %s)"
                .formatted(kit.work.git("write-tree"), kit.ref("refs/heads/release"), range));
  }

  @Test
  void aFastForwardToAMergeIsRevertedAsAWhole() {
    String before = kit.work.git("rev-parse", "HEAD^{tree}");
    kit.work.commit("topic.txt", "topic\n");
    String topic = kit.work.git("rev-parse", "HEAD");
    kit.work.git("reset", "--quiet", "--hard", "HEAD~1");
    kit.work.commit("main.txt", "main\n");
    kit.push("main");
    String after = kit.work.git("rev-parse", "HEAD^{tree}");
    assertThat(after).isNotEqualTo(before);
    String main = kit.work.git("rev-parse", "HEAD");
    kit.work.git("reset", "--quiet", "--hard", topic);
    kit.work.git("merge", "--quiet", "--no-ff", "-m", "Follow main", main);
    kit.push("topic");
    kit.opened("topic");
    String merge = kit.of(1) + "/merge?version=" + kit.version(1);
    assertThat(kit.admin.post(merge, "{'strategyId':'ff-only'}").status()).isEqualTo(200);
    assertOffered(submit(REVERT, "name", "undo"), "undo", "main");
    assertThat(whole("origin/undo", "--format=%T")).isEqualTo(after);
  }

  @Test
  void ofTwoWhoTakeOneNameAtOnceTheOtherIsTold() {
    merge("squash", 2, true);
    List<HttpResponse<String>> responses =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> submit(REVERT, "name", "undo")))
            .limit(3)
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();
    assertThat(responses).extracting(HttpResponse::statusCode).containsOnlyOnce(200);
    assertThat(responses)
        .filteredOn(it -> it.statusCode() != 200)
        .hasSize(2)
        .allSatisfy(it ->
            assertThat(it.body()).contains("id=\"error-name\"", "already exists", "\"undo\""));
    assertThat(browser.get("/" + kit.of(1) + REVERT).body()).contains("\"revert-1-topic\"");
    assertOffered(submit(REVERT, "name", "revert-1-topic"), "revert-1-topic", "main");
    assertThat(browser.get("/" + kit.of(1) + REVERT).body()).contains("\"revert-1-topic-2\"");
  }

  @Test
  void hooksAreAskedAndNothingIsLeftOfWhatTheyRefuse() {
    merge("no-ff", 1, false);
    String hook = kit.path + "/settings/hooks/org.packhouse.hooks:commit-message-pattern";
    Response enabled = kit.admin.put(hook + "/enabled", "{'pattern':'^KEY-1'}");
    assertThat(enabled.status()).as(enabled.response().body()).isEqualTo(200);
    String objects = kit.bare(kit.repository).git("count-objects", "-v");
    HttpResponse<String> refused = submit(REVERT, "name", "undo");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("The message of commit ");
    assertThat(kit.bare(kit.repository).git("count-objects", "-v")).isEqualTo(objects);
    assertOffered(
        submit(REVERT, "name", "undo", "message", "KEY-1 Undo\r\n\r\nIt broke."), "undo", "main");
    assertThat(whole("origin/undo", "--format=%B")).isEqualTo("KEY-1 Undo\n\nIt broke.");
    HttpResponse<String> large = submit(REVERT, "name", "two", "message", "m".repeat(40_000));
    assertThat(large.statusCode()).isEqualTo(400);
    assertThat(large.body()).contains("id=\"error-message\"");
  }

  @Test
  void aMergeThatSomebodyHasPushedIsRevertedToo() {
    String topic = kit.branch("topic", "topic.txt", "topic\n");
    kit.opened("topic");
    kit.work.commit("main.txt", "main\n");
    String before = kit.work.git("rev-parse", "HEAD^{tree}");
    kit.work.git("merge", "--quiet", "--no-ff", "-m", "By hand", topic);
    kit.push("main");
    kit.awaitField(1, "/state", "MERGED");
    assertOffered(submit(REVERT, "name", "undo"), "undo", "main");
    assertThat(whole("origin/undo", "--format=%T")).isEqualTo(before);
  }

  @Test
  void tellsWhatStandsAgainstItAndMakesNothing() {
    merge("no-ff", 1, false);
    assertThat(browser.get("/" + kit.of(1) + REVERT).body()).contains("value=\"revert-1-topic\"");
    assertThat(browser.get("/" + kit.of(1) + PICK).body())
        .contains("value=\"cherry-pick-1-topic\"");
    assertThat(submit(REVERT, "name", "topic").body())
        .contains("id=\"error-name\"", "already exists");
    assertThat(submit(REVERT, "name", "topic/below").body()).contains("id=\"error-name\"");
    assertThat(submit(REVERT, "name", "a..b").body())
        .contains("id=\"error-name\"", "is not a branch name", "value=\"a..b\"");
    assertThat(submit(REVERT, "name", "").statusCode()).isEqualTo(400);
    assertThat(submit(PICK, "name", "new", "onto", "nowhere").body())
        .contains("id=\"error-onto\"", "nowhere");
    assertThat(submit(PICK, "name", "new").body()).contains("id=\"error-onto\"");
    assertThat(submit(PICK, "name", "new", "onto", "main").body())
        .contains("nothing to cherry-pick");
    commitOnMain("README.md", "EINS\ntwo\nthree\n");
    HttpResponse<String> conflicting = submit(REVERT, "name", "new");
    assertThat(conflicting.statusCode()).isEqualTo(409);
    assertThat(conflicting.body())
        .contains("No branch was made", ">README.md</li>", "value=\"new\"");
    commitOnMain("README.md", "one\ntwo\nthree\n");
    assertThat(submit(REVERT, "name", "new").body()).contains("nothing to revert");
    kit.server
        .get(JdbcClient.class)
        .sql("update pull_request set merge_commit = ? where to_repository_id = ? and number = 1")
        .params("1".repeat(40), kit.repository.id())
        .update();
    assertThat(submit(REVERT, "name", "new").body())
        .contains("1".repeat(40) + ", by which this pull request was merged, is no longer there");
    assertThat(kit.ref("refs/heads/new")).isEmpty();
  }

  @Test
  void isForThoseWhoMayWriteAndByTheRulesOfBranches() {
    kit.branch("open", "open.txt", "open\n");
    merge("no-ff", 1, false);
    Response restricted =
        kit.admin.post(
            "/rest/branch-permissions/2.0/" + kit.path + "/restrictions",
            "{'type':'no-creates','matcher':{'id':'kept-*','type':{'id':'PATTERN'}}}");
    assertThat(restricted.status()).as(restricted.response().body()).isEqualTo(200);
    HttpResponse<String> refused = submit(REVERT, "name", "kept-1");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("refs/heads/kept-1 was refused");
    assertThat(kit.ref("refs/heads/kept-1")).isEmpty();
    String overview = "/" + kit.of(1) + "/overview";
    assertThat(browser.get(overview).body()).contains(kit.of(1) + "/revert\"");
    long open = kit.opened("open");
    assertThat(browser.get("/" + kit.of(open) + "/overview").body()).doesNotContain("/revert\"");
    assertThat(browser.get("/" + kit.of(open) + REVERT).uri().getPath())
        .isEqualTo("/" + kit.of(open));
    User reader = kit.user("reader", Permission.REPO_READ);
    try (TestingBrowser theirs =
        TestingBrowser.of(kit.server, reader.name(), PullRequestKit.PASSWORD)) {
      assertThat(theirs.get(overview).body()).doesNotContain("/revert\"");
      String action = "/" + kit.of(1) + REVERT;
      assertThat(theirs.get(action).statusCode()).isEqualTo(403);
      assertThat(theirs.submit(overview, action, "name", "theirs").statusCode()).isEqualTo(403);
    }
    assertThat(kit.ref("refs/heads/theirs")).isEmpty();
  }
}
