package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest.Response;

/** Things that people and clients do to pull requests that cannot go well, or hardly. */
class PullRequestBadInputTest {

  private static final int PUSHES = 8;
  private static final int FIVE_MEGABYTES = 5 * 1024 * 1024;

  @TempDir private Path temporary;
  private PullRequestKit kit;

  @BeforeEach
  void makeARepository() {
    kit = new PullRequestKit(temporary);
  }

  @Test
  void aCommentOfFiveMegabytesIsRefusedAndKeptNowhere() {
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    String huge = "x".repeat(FIVE_MEGABYTES);
    Response refused = kit.admin.post(kit.of(1) + "/comments", "{'text':'%s'}".formatted(huge));
    assertThat(refused.status()).isIn(400, 413);
    assertThat(refused.message()).isNotEmpty().hasSizeLessThan(1_000);
    Response title =
        kit.admin.put(kit.of(1), "{'version':0,'title':'x','description':'%s'}".formatted(huge));
    assertThat(title.status()).isIn(400, 413);
    assertThat(kit.admin.get(kit.of(1) + "/activities").json().at("/values")).hasSize(1);
    assertThat(kit.version(1)).isZero();
    try (TestingBrowser browser = TestingBrowser.admin(kit.server)) {
      String page = "/" + kit.of(1);
      assertThat(browser.submit(page, page + "/comments", "text", huge).statusCode())
          .isIn(400, 413);
      assertThat(browser.get(page).statusCode()).isEqualTo(200);
    }
    assertThat(kit.admin.get(kit.of(1) + "/activities").json().at("/values")).hasSize(1);
  }

  @Test
  void mergesWhileTheTargetIsPushedToAndLosesNothing() throws Exception {
    for (int i = 0; i < PUSHES; i++) {
      kit.branch("topic" + i, "topic" + i, "1\n");
      kit.opened("topic" + i);
    }
    try (ExecutorService pusher = Executors.newSingleThreadExecutor()) {
      Future<Integer> pushed = pusher.submit(this::pushAgainAndAgain);
      for (int i = 1; i <= PUSHES; i++) {
        Response merged = kit.admin.post(kit.of(i) + "/merge?version=0", "{}");
        assertThat(merged.at("/state")).as(merged.response().body()).isEqualTo("MERGED");
      }
      assertThat(pushed.get()).isEqualTo(PUSHES);
    }
    kit.work.git("fetch", "--quiet", "origin", "main");
    List<String> files = kit.work.git("ls-tree", "--name-only", "FETCH_HEAD").lines().toList();
    assertThat(files).hasSize(1 + 2 * PUSHES).contains("topic0", "pushed0", "pushed7", "topic7");
    assertThat(kit.bare(kit.repository).run("fsck", "--full", "--strict").exitCode()).isZero();
  }

  /** Commits on what the target is at that moment, until each commit is there. */
  private int pushAgainAndAgain() {
    GitFixture work = GitFixture.workTree(temporary.resolve("pusher"));
    work.git("remote", "add", "origin", kit.server.cloneUrl(kit.repository));
    for (int i = 0; i < PUSHES; i++) {
      do {
        work.git("fetch", "--quiet", "origin", "main");
        work.git("reset", "--quiet", "--hard", "FETCH_HEAD");
        work.commit("pushed" + i, "1\n");
      } while (work.run("push", "--quiet", "origin", "HEAD:refs/heads/main").exitCode() != 0);
    }
    return PUSHES;
  }

  @Test
  void followsATargetThatIsForcedBackAndMergesIntoWhatItIsNow() {
    String first = kit.work.git("rev-parse", "HEAD");
    String second = kit.work.commit("README.md", "one\ntwo\nthree\nfour\n");
    kit.push("main");
    String own = kit.branch("topic", "topic", "1\n");
    kit.opened("topic");
    assertThat(kit.admin.get(kit.of(1) + "/commits").json().at("/values")).hasSize(1);
    kit.work.git("reset", "--quiet", "--hard", first);
    String other = kit.work.commit("other", "1\n");
    kit.push("main");
    kit.awaitField(1, "/toRef/latestCommit", other);
    Response commits = kit.admin.get(kit.of(1) + "/commits");
    assertThat(commits.json().at("/values")).hasSize(2);
    assertThat(commits.at("/values/1/id")).isEqualTo(second);
    assertThat(kit.admin.get(kit.of(1) + "/changes").json().at("/values")).hasSize(2);
    assertThat(kit.admin.get(kit.of(1) + "/merge").at("/canMerge")).isEqualTo("true");
    Response merged = kit.admin.post(kit.of(1) + "/merge?version=0", "{}");
    assertThat(merged.at("/state")).as(merged.response().body()).isEqualTo("MERGED");
    kit.work.git("fetch", "--quiet", "origin", "main");
    assertThat(kit.work.git("rev-parse", "FETCH_HEAD^1", "FETCH_HEAD^2"))
        .isEqualTo(other + "\n" + own);
  }

  @Test
  void isShownAndClosedAfterItsForkIsDeletedAndCannotBeReopened() throws Exception {
    ForkKit forks = new ForkKit(temporary.resolve("forks"));
    forks.push("main", "1");
    Repository fork = forks.fork();
    forks.work.commit("theirs", "1");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    String one =
        "projects/%s/repos/%s/pull-requests/1"
            .formatted(forks.origin.project().key(), forks.origin.slug());
    kit.admin.post(
        one.replaceFirst("/1$", ""),
        "{'title':'x','fromRef':{'id':'topic','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'main'}}"
            .formatted(fork.slug(), fork.project().key()));
    kit.admin.delete("projects/" + fork.project().key() + "/repos/" + fork.slug());
    try (TestingBrowser browser = TestingBrowser.admin(kit.server)) {
      for (String page : new String[] {"", "/diff", "/commits", "/merge"}) {
        assertThat(browser.get("/" + one + page).statusCode()).as(page).isEqualTo(200);
      }
    }
    Response declined = kit.admin.post(one + "/decline?version=0", "{}");
    assertThat(declined.at("/state")).as(declined.response().body()).isEqualTo("DECLINED");
    Response refused = kit.admin.post(one + "/reopen?version=1", "{}");
    assertThat(refused.status()).as(refused.response().body()).isIn(404, 409);
    assertThat(refused.message()).isNotEmpty();
    assertThat(kit.admin.get(one + "/changes").status()).isEqualTo(200);
  }

  @Test
  void asksNobodyLaterWhoCannotSeeIt() {
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    User stranger =
        TestingPeople.of(kit.server)
            .createUser(TestingPeople.uniqueName("stranger"), PullRequestKit.PASSWORD);
    Response asked =
        kit.admin.post(
            kit.of(1) + "/participants",
            "{'user':{'name':'%s'},'role':'REVIEWER'}".formatted(stranger.name()));
    assertThat(asked.status()).isEqualTo(409);
    Response edited =
        kit.admin.put(
            kit.of(1),
            "{'version':0,'reviewers':[{'user':{'name':'%s'}}]}".formatted(stranger.name()));
    for (Response refused : List.of(asked, edited)) {
      assertThat(refused.at("/errors/0/exceptionName"))
          .as(refused.response().body())
          .endsWith("InvalidPullRequestReviewersException");
      assertThat(refused.message()).contains("does not have permission to view");
    }
    assertThat(kit.get(1).json().at("/reviewers")).isEmpty();
  }

  @Test
  void nobodySaysWhatAnotherThinksByAnyForm() {
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    User reviewer = kit.user("reviewer", Permission.REPO_READ);
    String body = "{'user':{'name':'%s'},'status':'APPROVED'}".formatted(reviewer.name());
    String participants = kit.of(1) + "/participants";
    assertThat(kit.admin.put(participants, body).status()).isEqualTo(401);
    assertThat(kit.as(reviewer).put(participants, "{'status':'APPROVED'}").message())
        .isEqualTo("The name of the user is required.");
    assertThat(kit.as(reviewer).put(participants, body).at("/status")).isEqualTo("APPROVED");
  }
}
