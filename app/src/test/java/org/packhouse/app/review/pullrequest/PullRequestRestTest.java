package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
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
import org.packhouse.app.testing.Processes;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import tools.jackson.databind.JsonNode;

class PullRequestRestTest {

  private static final int THREADS = 8;
  private static final String SUGGESTIONS = "dashboard/pull-request-suggestions";

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String commit;

  @BeforeEach
  void makeABranch() {
    kit = new PullRequestKit(temporary);
    commit = kit.branch("topic", "new.txt", "new\n");
  }

  private static void assertRefused(Response response, int status, String name, String... words) {
    assertThat(response.status()).as(response.response().body()).isEqualTo(status);
    assertThat(response.at("/errors/0/exceptionName")).endsWith("." + name);
    assertThat(response.message()).contains(words);
  }

  @Test
  void opensOneWithReviewersAndShowsIt() {
    User reviewer = kit.user("reviewer", Permission.REPO_READ);
    Response opened =
        kit.open(
            kit.admin,
            "topic",
            "main",
            ",'description':'Why','draft':true,'reviewers':[{'user':{'name':'%s'}}]"
                .formatted(reviewer.name()));
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    Response shown = kit.get(1);
    assertThat(shown.json().at("/reviewers")).isEqualTo(opened.json().at("/reviewers"));
    assertThat(shown.at("/id")).isEqualTo("1");
    assertThat(shown.at("/version")).isEqualTo("0");
    assertThat(shown.at("/title")).isEqualTo("Merge topic");
    assertThat(shown.at("/description")).isEqualTo("Why");
    assertThat(shown.at("/state")).isEqualTo("OPEN");
    assertThat(shown.at("/open")).isEqualTo("true");
    assertThat(shown.at("/draft")).isEqualTo("true");
    assertThat(shown.at("/fromRef/displayId")).isEqualTo("topic");
    assertThat(shown.at("/fromRef/latestCommit")).isEqualTo(commit);
    assertThat(shown.at("/toRef/latestCommit")).isEqualTo(kit.work.git("rev-parse", "HEAD"));
    assertThat(shown.at("/toRef/repository/slug")).isEqualTo(kit.repository.slug());
    assertThat(shown.at("/author/user/name")).isEqualTo("admin");
    assertThat(shown.at("/reviewers/0/user/name")).isEqualTo(reviewer.name());
    assertThat(shown.at("/reviewers/0/status")).isEqualTo("UNAPPROVED");
    assertThat(shown.at("/links/self/0/href")).endsWith("/pull-requests/1");
    assertThat(kit.admin.get(kit.of(1) + "/activities").at("/values/0/action")).isEqualTo("OPENED");
    assertThat(kit.as(reviewer).get("inbox/pull-requests/count").at("/count")).isEqualTo("1");
    assertThat(kit.as(reviewer).get("inbox/pull-requests").at("/values/0/title"))
        .isEqualTo("Merge topic");
  }

  @Test
  void letsItsCommitsBeFetchedAndNotPushed() {
    kit.opened("topic");
    kit.work.git("fetch", "--quiet", "origin", "refs/pull-requests/1/from:refs/heads/fetched");
    assertThat(kit.work.git("rev-parse", "fetched")).isEqualTo(commit);
    GitFixture.Result pushed =
        kit.work.run("push", "--force", "origin", "HEAD:refs/pull-requests/1/from");
    assertThat(pushed.exitCode()).isNotZero();
    assertThat(pushed.errors()).contains("written by the server alone");
  }

  @Test
  void refusesASecondOneOfTheSameBranches() {
    kit.opened("topic");
    Response second = kit.open(kit.admin, "topic");
    assertRefused(second, 409, "DuplicatePullRequestException", "Only one pull request");
    assertThat(second.at("/errors/0/existingPullRequest/id")).isEqualTo("1");
    assertThat(second.at("/errors/0/existingPullRequest/fromRef/latestCommit")).isEqualTo(commit);
  }

  @Test
  void refusesBranchesThatCannotBeMerged() {
    assertRefused(
        kit.open(kit.admin, "main"), 409, "InvalidPullRequestTargetException", "same branch");
    assertRefused(kit.open(kit.admin, "gone"), 404, "NoSuchBranchException", "\"refs/heads/gone\"");
    assertRefused(
        kit.open(kit.admin, "topic", "gone", ""),
        404,
        "NoSuchBranchException",
        "\"refs/heads/gone\"");
    kit.push("same");
    assertRefused(
        kit.open(kit.admin, "same"), 409, "EmptyPullRequestException", "already up-to-date");
    kit.work.git("checkout", "--quiet", "--orphan", "orphan");
    kit.work.commit("other", "1");
    kit.push("orphan");
    assertRefused(
        kit.open(kit.admin, "orphan"), 409, "InvalidPullRequestTargetException", "unrelated");
    Repository stranger = TestingProjects.in(kit.server).repository();
    Response across =
        kit.admin.post(
            kit.path + "/pull-requests",
            "{'title':'x','fromRef':{'id':'main','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'main'}}"
                .formatted(stranger.slug(), stranger.project().key()));
    assertThat(across.status()).isEqualTo(404);
    assertThat(kit.admin.get(kit.path + "/pull-requests?state=ALL").json().at("/values")).isEmpty();
  }

  @Test
  void refusesWhatIsNotComplete() {
    for (String body :
        List.of(
            "{}",
            "{'title':'','fromRef':{'id':'topic'},'toRef':{'id':'main'}}",
            "{'title':'two\\nlines','fromRef':{'id':'topic'},'toRef':{'id':'main'}}",
            "{'title':'x','fromRef':{'id':'topic'}}",
            "{'title':'x','fromRef':{'id':'topic','repository':{}},'toRef':{'id':'main'}}",
            "{'title':'x','fromRef':{'id':'topic'},'toRef':{'id':'main'},'reviewers':[{}]}")) {
      Response response = kit.admin.post(kit.path + "/pull-requests", body);
      assertThat(response.status()).as(body + response.response().body()).isEqualTo(400);
      assertThat(response.message()).isNotEmpty();
    }
  }

  @Test
  void refusesReviewersWhoCannotSeeIt() {
    User stranger =
        TestingPeople.of(kit.server)
            .createUser(TestingPeople.uniqueName("stranger"), PullRequestKit.PASSWORD);
    Response refused =
        kit.open(
            kit.admin,
            "topic",
            "main",
            ",'reviewers':[{'user':{'name':'%s'}},{'user':{'name':'nobody-there'}},{'user':{'name':'admin'}}]"
                .formatted(stranger.name()));
    assertRefused(
        refused, 409, "InvalidPullRequestReviewersException", "does not have permission to view");
    JsonNode errors = refused.json().at("/errors/0/reviewerErrors");
    assertThat(errors).hasSize(3);
    assertThat(errors.get(0).at("/context").asString()).isEqualTo(stranger.name());
    assertThat(errors.get(1).at("/message").asString()).contains("is not a user");
    assertThat(kit.as(stranger).get(kit.path + "/pull-requests").status()).isEqualTo(404);
  }

  @Test
  void editsDeclinesReopensAndDeletesByVersion() {
    kit.opened("topic");
    User reader = kit.user("reader", Permission.REPO_READ);
    String edit = "{'version':0,'title':'Better','description':'So'}";
    assertThat(kit.as(reader).put(kit.of(1), edit).status()).isEqualTo(401);
    Response edited = kit.admin.put(kit.of(1), edit);
    assertThat(edited.at("/title")).isEqualTo("Better");
    assertThat(edited.at("/version")).isEqualTo("1");
    Response stale = kit.admin.put(kit.of(1), edit);
    assertRefused(stale, 409, "PullRequestOutOfDateException", "version 1 and not 0");
    assertThat(stale.at("/errors/0/currentVersion")).isEqualTo("1");
    assertThat(stale.at("/errors/0/expectedVersion")).isEqualTo("0");
    assertThat(kit.admin.post(kit.of(1) + "/decline?version=0", "{}").status()).isEqualTo(409);
    Response declined = kit.admin.post(kit.of(1) + "/decline?version=1", "{}");
    assertThat(declined.at("/state")).isEqualTo("DECLINED");
    assertThat(declined.json().at("/closedDate").asLong()).isPositive();
    assertRefused(
        kit.admin.post(kit.of(1) + "/decline?version=2", "{}"),
        409,
        "IllegalPullRequestStateException",
        "already been declined");
    Response reopened = kit.admin.post(kit.of(1) + "/reopen", "{'version':2}");
    assertThat(reopened.at("/state")).as(reopened.response().body()).isEqualTo("OPEN");
    assertThat(kit.as(reader).send("DELETE", kit.of(1), "{'version':3}").status()).isEqualTo(401);
    assertThat(kit.admin.send("DELETE", kit.of(1), "{'version':2}").status()).isEqualTo(409);
    assertThat(kit.admin.send("DELETE", kit.of(1), "{'version':3}").status()).isEqualTo(204);
    assertRefused(
        kit.get(1), 404, "NoSuchPullRequestException", "Pull request 1 does not exist in");
    assertThat(kit.ref("refs/pull-requests/1/from")).isEmpty();
    assertThat(kit.opened("topic")).as("a number is given once").isEqualTo(2);
  }

  @Test
  void keepsWhatReviewersThink() {
    kit.opened("topic");
    User one = kit.user("one", Permission.REPO_READ);
    String participants = kit.of(1) + "/participants";
    Response asked =
        kit.admin.post(
            participants, "{'user':{'name':'%s'},'role':'REVIEWER'}".formatted(one.name()));
    assertThat(asked.at("/role")).as(asked.response().body()).isEqualTo("REVIEWER");
    Response needsWork =
        kit.as(one).put(participants + "/" + one.slug(), "{'status':'NEEDS_WORK'}");
    assertThat(needsWork.at("/status")).as(needsWork.response().body()).isEqualTo("NEEDS_WORK");
    assertThat(needsWork.at("/lastReviewedCommit")).isEqualTo(commit);
    assertThat(kit.as(one).post(kit.of(1) + "/approve", "{}").at("/approved")).isEqualTo("true");
    assertThat(kit.get(1).at("/reviewers/0/approved")).isEqualTo("true");
    assertThat(kit.as(one).delete(kit.of(1) + "/approve").at("/status")).isEqualTo("UNAPPROVED");
    assertRefused(
        kit.admin.post(kit.of(1) + "/approve", "{}"),
        409,
        "InvalidPullRequestRoleException",
        "author");
    assertThat(kit.admin.put(participants + "/" + one.slug(), "{'status':'APPROVED'}").status())
        .isEqualTo(401);
    assertThat(kit.as(one).put(participants + "/" + one.slug(), "{'status':'GREAT'}").status())
        .isEqualTo(400);
    User other = kit.user("other", Permission.REPO_READ);
    assertThat(kit.as(other).post(kit.of(1) + "/approve", "{}").at("/role"))
        .isEqualTo("PARTICIPANT");
    assertThat(kit.admin.delete(participants + "/" + one.slug()).status()).isEqualTo(204);
    assertThat(kit.admin.get(participants).json().at("/values")).hasSize(2);
    List<String> actions = new ArrayList<>();
    for (JsonNode activity : kit.admin.get(kit.of(1) + "/activities").json().at("/values")) {
      actions.add(activity.at("/action").asString());
    }
    assertThat(actions)
        .containsExactly(
            "UPDATED", "APPROVED", "UNAPPROVED", "APPROVED", "REVIEWED", "UPDATED", "OPENED");
  }

  @Test
  void showsWhatItChangesSinceTheHistoriesParted() {
    kit.work.commit("README.md", "one\ntwo\nthree\nfour\n");
    kit.push("main");
    kit.opened("topic");
    Response commits = kit.admin.get(kit.of(1) + "/commits?withCounts=true");
    assertThat(commits.json().at("/values")).hasSize(1);
    assertThat(commits.at("/values/0/id")).isEqualTo(commit);
    assertThat(commits.at("/totalCount")).isEqualTo("1");
    Response changes = kit.admin.get(kit.of(1) + "/changes");
    assertThat(changes.json().at("/values")).hasSize(1);
    assertThat(changes.at("/values/0/path/toString")).isEqualTo("new.txt");
    Response diff = kit.admin.get(kit.of(1) + "/diff");
    assertThat(diff.json().at("/diffs")).hasSize(1);
    assertThat(diff.at("/diffs/0/hunks/0/segments/0/lines/0/line")).isEqualTo("new");
    String base = kit.work.git("merge-base", "HEAD", commit);
    assertThat(kit.admin.get(kit.of(1) + "/merge-base").at("/id")).isEqualTo(base);
    assertThat(kit.admin.get(kit.of(1) + ".diff").response().body().stripTrailing())
        .isEqualTo(kit.work.git("diff", "--full-index", base, commit));
    String patch = kit.admin.get(kit.of(1) + ".patch").response().body();
    kit.work.git("checkout", "--quiet", "-b", "applied", base);
    GitFixture.Result applied =
        kit.work.execute(
            List.of("git", "am", "--quiet"),
            patch.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(applied.exitCode()).as(applied.errors()).isZero();
    assertThat(kit.work.git("rev-parse", "HEAD^{tree}"))
        .isEqualTo(kit.work.git("rev-parse", commit + "^{tree}"));
    assertThat(kit.admin.get(kit.path + "/commits/" + commit + "/pull-requests").at("/values/0/id"))
        .isEqualTo("1");
    assertThat(kit.admin.get(kit.of(1) + "/changes?sinceId=" + "0".repeat(40)).status())
        .isEqualTo(404);
  }

  @Test
  void comesFromAForkWithItsCommits() throws IOException {
    ForkKit forks = new ForkKit(temporary.resolve("forks"));
    forks.push("main", "1");
    Repository fork = forks.fork();
    String theirs = forks.work.commit("theirs", "1");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    String target = "projects/" + forks.origin.project().key() + "/repos/" + forks.origin.slug();
    Response opened =
        kit.admin.post(
            target + "/pull-requests",
            "{'title':'x','fromRef':{'id':'topic','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'main'}}"
                .formatted(fork.slug(), fork.project().key()));
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    assertThat(opened.at("/fromRef/repository/slug")).isEqualTo(fork.slug());
    assertThat(kit.admin.get(target + "/pull-requests/1/commits").at("/values/0/id"))
        .isEqualTo(theirs);
    assertThat(kit.admin.get(target + "/pull-requests/1/changes").at("/values/0/path/toString"))
        .isEqualTo("theirs");
    String source = "projects/" + fork.project().key() + "/repos/" + fork.slug();
    assertThat(
            kit.admin
                .get(source + "/pull-requests?direction=OUTGOING&at=refs/heads/topic")
                .at("/values/0/id"))
        .isEqualTo("1");
    forks.assertSound(forks.origin);
  }

  @Test
  void listsByStateBranchTextAndPeople() {
    User author = kit.user("author", Permission.REPO_WRITE);
    kit.branch("second", "second", "2");
    assertThat(kit.open(kit.as(author), "second", "main", ",'draft':true").status()).isEqualTo(201);
    kit.opened("topic");
    kit.admin.post(kit.of(2) + "/decline?version=0", "{}");
    assertThat(titles("")).containsExactly("Merge second");
    assertThat(titles("?state=DECLINED")).containsExactly("Merge topic");
    assertThat(titles("?state=all&order=OLDEST")).containsExactly("Merge second", "Merge topic");
    assertThat(titles("?state=ALL&direction=OUTGOING&at=refs/heads/topic"))
        .containsExactly("Merge topic");
    assertThat(titles("?state=ALL&at=refs/heads/other")).isEmpty();
    assertThat(titles("?state=ALL&filterText=SECOND")).containsExactly("Merge second");
    assertThat(titles("?state=ALL&draft=false")).containsExactly("Merge topic");
    assertThat(titles("?state=ALL&role.1=AUTHOR&username.1=" + author.name()))
        .containsExactly("Merge second");
    assertThat(titles("?state=ALL&role.1=REVIEWER&username.1=" + author.name())).isEmpty();
    assertThat(titles("?state=ALL&username.1=nobody-there")).isEmpty();
    assertThat(kit.as(author).get("dashboard/pull-requests?role=AUTHOR").at("/values/0/title"))
        .isEqualTo("Merge second");
    assertThat(kit.as(author).get("dashboard/pull-requests?state=MERGED").json().at("/values"))
        .isEmpty();
    assertThat(kit.admin.get(kit.path + "/participants?role=AUTHOR").json().at("/values"))
        .hasSize(2);
  }

  private List<String> titles(String query) {
    Response response = kit.admin.get(kit.path + "/pull-requests" + query);
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    List<String> titles = new ArrayList<>();
    response.json().at("/values").forEach(it -> titles.add(it.at("/title").asString()));
    return titles;
  }

  @Test
  void suggestsBranchesThatWerePushedLately() {
    User author = kit.user("author", Permission.REPO_WRITE);
    TestingRest they = kit.as(author);
    String url = kit.server.cloneUrl(kit.repository, author.name(), PullRequestKit.PASSWORD);
    String main = kit.work.git("rev-parse", "HEAD");
    String first = kit.work.commit("one", "1");
    kit.work.git("push", "--quiet", url, main + ":refs/heads/same", "HEAD:refs/heads/one");
    awaitSuggested(they, "", "one");
    JsonNode one = they.get(SUGGESTIONS).json().at("/values/0");
    assertThat(one.at("/refChange/fromHash").asString()).isEqualTo("0".repeat(40));
    assertThat(one.at("/refChange/toHash").asString()).isEqualTo(first);
    assertThat(one.at("/refChange/type").asString()).isEqualTo("ADD");
    assertThat(one.at("/fromRef/id").asString()).isEqualTo("refs/heads/one");
    assertThat(one.at("/toRef/displayId").asString()).isEqualTo("main");
    assertThat(one.at("/repository/id").asLong()).isEqualTo(kit.repository.id());
    assertThat(one.at("/changeTime").asLong())
        .isEqualTo(one.at("/changeTme").asLong())
        .isPositive();
    kit.work.commit("two", "2");
    kit.work.git("push", "--quiet", url, "HEAD:refs/heads/two");
    awaitSuggested(they, "", "two", "one");
    awaitSuggested(they, "?limit=1&changesSince=600", "two");
    assertThat(kit.open(they, "one", "main", "").status()).isEqualTo(201);
    awaitSuggested(they, "", "two");
    assertThat(kit.admin.post(kit.of(1) + "/decline?version=0", "{}").status()).isEqualTo(200);
    awaitSuggested(they, "", "two");
    kit.work.commit("one", "2");
    kit.work.git("push", "--quiet", url, "HEAD:refs/heads/one", ":refs/heads/two", ":same");
    awaitSuggested(they, "", "one");
    kit.work.git("push", "--quiet", url, "HEAD:refs/heads/main");
    awaitSuggested(they, "");
    for (String query : List.of("changesSince=-1", "changesSince=soon", "limit=0", "limit=few")) {
      assertThat(they.get(SUGGESTIONS + "?" + query).status()).as(query).isEqualTo(400);
    }
  }

  private static void awaitSuggested(TestingRest by, String query, String... branches) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> {
          List<String> names = new ArrayList<>();
          by.get(SUGGESTIONS + query)
              .json()
              .at("/values")
              .forEach(it -> names.add(it.at("/fromRef/displayId").asString()));
          assertThat(names).containsExactly(branches);
        });
  }

  @Test
  void refusesWhatNoListHas() {
    for (String query :
        List.of(
            "state=GONE", "direction=up", "order=RANDOM", "limit=0", "start=-1", "role.1=BOSS")) {
      assertThat(kit.admin.get(kit.path + "/pull-requests?" + query).status())
          .as(query)
          .isEqualTo(400);
    }
  }

  @Test
  void givesEachOfManyThatAreOpenedAtOnceANumber() throws InterruptedException {
    for (int i = 0; i < THREADS; i++) {
      kit.branch("at-once" + i, "file" + i, "1");
    }
    List<Callable<Response>> work = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      String branch = "at-once" + i;
      work.add(() -> kit.open(kit.admin, branch));
    }
    List<Long> numbers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (Future<Response> opened : threads.invokeAll(work)) {
        assertThat(opened.resultNow().status())
            .as(opened.resultNow().response().body())
            .isEqualTo(201);
        numbers.add(opened.resultNow().json().at("/id").asLong());
      }
    }
    assertThat(numbers).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
  }

  @Test
  void countsEachOfThoseWhoApproveAtOnce() throws InterruptedException, ExecutionException {
    kit.opened("topic");
    List<Callable<Response>> work = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      User user = kit.user("both", Permission.REPO_READ);
      work.add(() -> kit.as(user).post(kit.of(1) + "/approve", "{}"));
      work.add(() -> kit.as(user).post(kit.of(1) + "/approve", "{}"));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
      for (Future<Response> approved : threads.invokeAll(work)) {
        assertThat(approved.get().status()).as(approved.get().response().body()).isEqualTo(200);
      }
    }
    JsonNode participants = kit.get(1).json().at("/participants");
    assertThat(participants).hasSize(2);
    assertThat(participants.get(0).at("/approved").asBoolean()).isTrue();
    assertThat(participants.get(1).at("/approved").asBoolean()).isTrue();
  }

  @Test
  void listsFiftyInSixStatementsWithoutGit() {
    int many = 12;
    for (int i = 0; i < many; i++) {
      kit.branch("many" + i, "many" + i, "1");
      kit.opened("many" + i);
    }
    User reader = kit.user("reader", Permission.REPO_READ);
    // each is tried by git once, some time after it was opened
    for (int number = 1; number <= many; number++) {
      kit.awaitField(number, "/properties/mergeResult/current", "true");
    }
    kit.as(reader).get(kit.path + "/pull-requests?limit=50");
    Runnable list =
        () ->
            assertThat(
                    kit.as(reader).get(kit.path + "/pull-requests?limit=50").json().at("/values"))
                .hasSize(many);
    assertThat(Statements.ofRequest(list)).isLessThanOrEqualTo(6);
    assertThat(Processes.of(kit.server, list)).isZero();
  }
}
