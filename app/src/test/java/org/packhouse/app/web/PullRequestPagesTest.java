package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.ProjectCreation;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Erasure;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Processes;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/**
 * Pages of pull requests and of the people who open them: their cost, who sees what, and what they
 * make of what people write.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PullRequestPagesTest {

  private static final int MANY = 50;
  private static final int ACTIVITIES = 200;
  private static final String PASSWORD = "Their-password-1";
  private static final String HOSTILE =
      "<script>alert(1)</script><img src=x onerror=alert(1)>[a](javascript:alert(1))";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String home = Links.to(repository);
  private final String path =
      "projects/%s/repos/%s/pull-requests".formatted(repository.project().key(), repository.slug());

  @BeforeAll
  void open(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("file", "1\n");
    for (int i = 1; i <= MANY; i++) {
      git.git("switch", "-q", "-c", "topic" + i);
      git.commit("file" + i, "1\n");
    }
    git.git("push", "-q", "--all", server.cloneUrl(repository));
    for (int i = 1; i <= MANY; i++) {
      post(
          "",
          "{'title':'%s','fromRef':{'id':'topic%d'},'toRef':{'id':'main'}}".formatted(HOSTILE, i));
    }
    for (int i = 1; i < ACTIVITIES; i++) {
      post("/1/comments", "{'text':'Said for the %dth time: %s'}".formatted(i, HOSTILE));
    }
  }

  private void post(String tail, String body) {
    assertThat(admin.post(path + tail, body).status()).isEqualTo(201);
  }

  @Test
  void aListOfFiftyTakesSixStatementsAndNoGit() {
    assertThat(cost(home + "/pull-requests")).isLessThanOrEqualTo(6 + 1);
  }

  @Test
  void anOverviewWithTwoHundredActivitiesTakesFifteenStatementsAndNoGit() {
    assertThat(cost(home + "/pull-requests/1")).isLessThanOrEqualTo(15);
    assertThat(get(home + "/pull-requests/1").body().split("class=\"thread\"", -1).length)
        .isEqualTo(ACTIVITIES);
  }

  @Test
  void aLinkToACommentShowsItHoweverOldItIs() {
    List<String> said = new ArrayList<>();
    for (int i = 1; i <= ACTIVITIES + 25; i++) {
      Response made = admin.post(path + "/9/comments", "{'text':'Word %d'}".formatted(i));
      said.add(made.at("/id"));
    }
    String reply =
        admin
            .post(
                path + "/9/comments", "{'text':'Answer','parent':{'id':%s}}".formatted(said.get(2)))
            .at("/id");
    String page = home + "/pull-requests/9";
    assertThat(get(page).body()).doesNotContain("id=\"comment-" + said.get(2) + "\"");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      for (String old : new String[] {said.get(0), said.get(2), reply}) {
        HttpResponse<String> led = browser.get(page + "/overview?commentId=" + old);
        assertThat(led.uri().getPath()).endsWith("/9/overview");
        assertThat(led.uri().getQuery()).startsWith("last=");
        assertThat(led.body()).contains("id=\"comment-" + old + "\"", "Latest activity");
      }
      HttpResponse<String> young = browser.get(page + "?commentId=" + said.getLast());
      assertThat(young.uri().getQuery()).isNull();
      assertThat(young.body()).contains("id=\"comment-" + said.getLast() + "\"");
      assertThat(browser.get(page + "?commentId=" + Long.MAX_VALUE).body())
          .contains("The comment 9223372036854775807 is not there any more.");
      assertThat(browser.get(home + "/pull-requests/8?commentId=" + reply).body())
          .contains("is not there any more");
    }
  }

  @Test
  void aTaskThatIsOlderThanThePageIsLedTo() {
    String task =
        admin.post(path + "/10/comments", "{'text':'First of all','severity':'BLOCKER'}").at("/id");
    assertThat(get(home + "/pull-requests/10").body()).contains("href=\"#comment-" + task + "\"");
    for (int i = 1; i <= ACTIVITIES; i++) {
      post("/10/comments", "{'text':'More'}");
    }
    assertThat(get(home + "/pull-requests/10").body())
        .contains("/10/overview?commentId=" + task + "\"");
  }

  @Test
  void aDiffThatIsKnownTakesNoGit() {
    assertThat(cost(home + "/pull-requests/1/diff")).isLessThanOrEqualTo(15);
  }

  @Test
  void aDiffAsksForTheReadersPendingReviewOnce() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String page = home + "/pull-requests/1/diff";
      browser.get(page);
      assertThat(Statements.ofRequest(() -> browser.get(page))).isLessThanOrEqualTo(12);
    }
  }

  @Test
  void anOverviewShowsTheBuildsOfTheLatestCommitWithThoseThatFailedFirst() {
    String tip = admin.get(path + "/2").at("/fromRef/latestCommit");
    String builds = path.replace("/pull-requests", "/commits/" + tip + "/builds");
    String build = "{'key':'%s','name':'%s','state':'%s','url':'https://ci.example.org/%1$s'}";
    for (String one :
        new String[] {
          build.formatted("1", "Lint", "SUCCESSFUL"),
          build.formatted("2", "<script>alert(2)</script>", "FAILED")
        }) {
      assertThat(admin.post(builds, one).status()).isEqualTo(204);
    }
    assertThat(cost(home + "/pull-requests/2")).isLessThanOrEqualTo(15);
    assertThat(get(home + "/pull-requests/2").body())
        .containsSubsequence(
            "https://ci.example.org/2",
            "&lt;script&gt;alert(2)",
            "Failed",
            "https://ci.example.org/1",
            "Lint",
            "Successful")
        .doesNotContain("<script>alert(2)");
  }

  @Test
  void anOverviewLeadsToItsOpenTasksAndADiffToItsText() {
    post("/5/comments", "{'text':'Tell <b>them</b>','severity':'BLOCKER'}");
    String done =
        admin.post(path + "/5/comments", "{'text':'Done','severity':'BLOCKER'}").at("/id");
    admin.put(path + "/5/comments/" + done, "{'version':0,'state':'RESOLVED'}");
    String page = home + "/pull-requests/5";
    assertThat(cost(page)).isLessThanOrEqualTo(15);
    String tasks = get(page).body().replaceFirst("(?s).*id=\"tasks-title\"(.*?)</section>.*", "$1");
    assertThat(tasks).contains("Tell &lt;b&gt;them&lt;/b&gt;").doesNotContain("Done");
    assertThat(get(home + "/pull-requests/4").body()).doesNotContain("tasks-title");

    String raw = "/rest/api/latest/" + path + "/5";
    assertThat(get(page + "/diff").body()).contains(raw + ".diff", raw + ".patch");
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get(raw + ".diff").body()).startsWith("diff --git");
      assertThat(browser.get(raw + ".patch").body()).startsWith("From ");
    }
  }

  @Test
  void whoOpensItIsToldOfItUntilTheyStopWatching() {
    String page = home + "/pull-requests/4";
    String name = TestingPeople.uniqueName("reader");
    TestingPeople.of(server).createUser(name, PASSWORD);
    assertThat(get(page).body()).doesNotContain(page + "/watch");
    try (TestingBrowser browser = TestingBrowser.admin(server);
        TestingBrowser other = TestingBrowser.of(server, name, PASSWORD)) {
      assertThat(browser.get(page).body()).contains("You are told of what happens here.");
      assertThat(browser.submit(page, page + "/watch", "on", "false").body())
          .contains("You are not told of what happens here.");
      assertThat(other.get(page).body()).contains("You are not told of what happens here.");
      assertThat(other.submit(page, page + "/watch", "on", "true").body())
          .contains("You are told of what happens here.");
      assertThat(browser.get(page).body()).contains("You are not told of what happens here.");
    }
  }

  @Test
  void linksThoseWhoAreMentionedOutsideOfCode() {
    String text = "@admin and @\\\"admin\\\", `@admin`, [@admin](#x), @nobody-here, a@admin";
    assertThat(admin.post(path + "/4/comments", "{'text':'%s'}".formatted(text)).status())
        .isEqualTo(201);
    String body = get(home + "/pull-requests/4").body();
    assertThat(body.split("class=\"mention\"", -1)).hasSize(3);
    assertThat(body).contains("href=\"/users/admin\"");
  }

  @Test
  void linksNumbersOfPullRequestsAndCommitIdsOutsideOfCode() {
    String text =
        "See #2, #999, `#3`, [#4](x), x#6, #07, https://h/#8, &#39; and 0123abcdef0, `fedcba9876`,"
            + " but not 1234567, deadbeef, f0f0f0f-f0f0f0f";
    post("/5/comments", "{'text':'%s'}".formatted(text));
    String body = get(home + "/pull-requests/5").body();
    assertThat(body)
        .contains("<a href=\"%s/pull-requests/2\">#2</a>".formatted(home))
        .contains(
            "<a class=\"mono\" href=\"%s/commits/0123abcdef0\">0123abcdef0</a>".formatted(home));
    for (String other : List.of("999", "3", "4", "6", "7", "07", "8", "39")) {
      assertThat(body).doesNotContain("/pull-requests/" + other + "\"");
    }
    for (String other : List.of("fedcba9876", "1234567", "deadbeef", "f0f0f0f")) {
      assertThat(body).doesNotContain("/commits/" + other);
    }
  }

  @Test
  void showsWhatReportsRemarkInTheDiffAndDeploymentsOnTheOverview() {
    String tip = admin.get(path + "/3").at("/fromRef/latestCommit");
    String commit = path.replace("/pull-requests", "/commits/" + tip);
    String insights = "/rest/insights/latest/" + commit + "/reports/lint";
    String hostile = "<script>alert(3)</script>";
    String report = "{'title':'Lint %s','result':'FAIL'}".formatted(hostile);
    assertThat(admin.put(insights, report).status()).isEqualTo(200);
    assertThat(
            admin
                .post(
                    insights + "/annotations",
                    "{'annotations':[{'path':'file3','line':1,'message':'Odd %s','severity':'HIGH'},{'path':'file3','line':400,'message':'Hidden','severity':'LOW'}]}"
                        .formatted(hostile))
                .status())
        .isEqualTo(204);
    assertThat(
            admin
                .post(
                    commit + "/deployments",
                    "{'deploymentSequenceNumber':1,'description':'d','displayName':'n','environment':{'displayName':'Staging %s','key':'st'},'key':'k','lastUpdated':1,'state':'SUCCESSFUL','url':'https://deploy.example.org/1'}"
                        .formatted(hostile))
                .status())
        .isEqualTo(200);
    assertThat(get(home + "/pull-requests/3").body())
        .contains("Lint &lt;script&gt;", "Staging &lt;script&gt;", "https://deploy.example.org/1")
        .doesNotContain(hostile);
    assertThat(get(home + "/pull-requests/3/diff").body())
        .contains("Odd &lt;script&gt;")
        .doesNotContain(hostile, "Hidden");
    assertThat(cost(home + "/pull-requests/3/diff")).isLessThanOrEqualTo(15);
  }

  @Test
  void whatPeopleWriteStaysText() {
    for (String page : new String[] {"", "/1", "/1/commits", "/1/diff", "/1/merge"}) {
      assertThat(get(home + "/pull-requests" + page).body())
          .as(page)
          .contains("&lt;script&gt;")
          .doesNotContain("<script>alert", "<img src=x", "href=\"javascript:");
    }
  }

  @Test
  void aBranchThatIsNotThereAndACommitOfNobodyAreNotFound() {
    assertThat(get(home + "/pull-requests/999").statusCode()).isEqualTo(404);
    assertThat(get(home + "/pull-requests/1/diff?until=" + "a".repeat(40)).statusCode())
        .isEqualTo(404);
    assertThat(get(home + "/pull-requests?author=nobody-at-all").body())
        .contains("There is no user");
  }

  @Test
  void aPersonsPageHasWhatTheReaderMaySeeAndMakesNothing(@TempDir Path directory) {
    TestingPeople people = TestingPeople.of(server);
    String name = TestingPeople.uniqueName("Some+Author.");
    User author = people.createUser(name, PASSWORD);
    User reader = people.createUser(TestingPeople.uniqueName("reader"), PASSWORD);
    openAs(author, TestingProjects.in(server).publicRepository(), "Open to all", directory);
    openAs(author, TestingProjects.in(server).repository(), "Kept secret", directory);
    String page = "/users/" + author.slug();
    try (TestingBrowser own = TestingBrowser.of(server, name, PASSWORD);
        TestingBrowser other = TestingBrowser.of(server, reader.name(), PASSWORD);
        TestingBrowser administrator = TestingBrowser.admin(server)) {
      assertThat(own.get(page).body())
          .contains("Open to all", "Kept secret", "No personal repositories yet", "Your account")
          .doesNotContain("/admin/users/");
      assertThat(other.get(page).body())
          .contains("Test " + name, author.emailAddress(), "Open to all")
          .doesNotContain("Kept secret", "Your account", "/admin/users/", "/import");
      assertThat(administrator.get(page).body())
          .contains("Kept secret", "/admin" + page)
          .doesNotContain("Your account");
      for (String address :
          List.of(name, name.toUpperCase(Locale.ROOT), author.slug() + "/repos")) {
        assertThat(other.get("/users/" + Links.encode(address)).body())
            .as(address)
            .contains("Open to all");
      }
      assertThat(other.get(page.toUpperCase(Locale.ROOT).replace("/USERS", "/users")).statusCode())
          .isEqualTo(200);
      assertThat(server.get(Projects.class).findByOwner(author.id())).isEmpty();
    }
    for (String nobody : List.of(page, "/users/nobody-at-all")) {
      assertThat(get(nobody).headers().firstValue("Location").orElse(""))
          .endsWith("/login?next=" + nobody);
    }
  }

  private void openAs(User author, Repository target, String title, Path directory) {
    TestingPeople.of(server).grant(author, new RepositoryId(target.id()), Permission.REPO_READ);
    GitFixture git = GitFixture.workTree(directory.resolve(target.slug()));
    git.commit("file", "1\n");
    git.git("push", "-q", server.cloneUrl(target), "HEAD:refs/heads/main");
    git.commit("file", "2\n");
    git.git("push", "-q", server.cloneUrl(target), "HEAD:refs/heads/topic");
    String body = "{'title':'%s','fromRef':{'id':'topic'},'toRef':{'id':'main'}}".formatted(title);
    String requests =
        "projects/%s/repos/%s/pull-requests".formatted(target.project().key(), target.slug());
    assertThat(TestingRest.user(server, author.name(), PASSWORD).post(requests, body).status())
        .isEqualTo(201);
  }

  @Test
  void aPersonalProjectIsItsOwnersPageForThoseWhoMaySeeIt() {
    TestingPeople people = TestingPeople.of(server);
    User open = people.createUser(TestingPeople.uniqueName("open"), PASSWORD);
    User closed = people.createUser(TestingPeople.uniqueName("closed"), PASSWORD);
    ProjectCreation creation = server.get(ProjectCreation.class);
    String shown = TestingProjects.name("shown");
    TestingProjects.in(server)
        .repository(creation.personal(open), new NewRepository(shown, null, null, true, true));
    String hidden = TestingProjects.in(server).repository(creation.personal(closed)).slug();
    try (TestingBrowser own = TestingBrowser.of(server, closed.name(), PASSWORD);
        TestingBrowser other = TestingBrowser.of(server, open.name(), PASSWORD)) {
      assertThat(own.get("/users/" + closed.slug()).body())
          .contains(hidden, closed.emailAddress(), "Your account", "Personal");
      assertThat(own.get("/users/" + open.slug()).body())
          .contains(shown, open.emailAddress())
          .doesNotContain("Your account");
      HttpResponse<String> without = other.get("/users/" + closed.slug());
      assertThat(without.statusCode()).isEqualTo(200);
      assertThat(without.body())
          .contains("No personal repositories that you may see", closed.emailAddress())
          .doesNotContain(hidden);
    }
    assertThat(get("/users/" + open.slug()).body())
        .contains(shown)
        .doesNotContain(open.emailAddress());
    assertThat(get("/users/" + closed.slug()).statusCode()).isEqualTo(303);
  }

  @Test
  void nobodysPageIsNotFound() {
    TestingPeople people = TestingPeople.of(server);
    User reader = people.createUser(TestingPeople.uniqueName("reader"), PASSWORD);
    User deleted = people.createUser(TestingPeople.uniqueName("deleted"), PASSWORD);
    server.get(Accounts.class).delete(deleted);
    User gone = people.createUser(TestingPeople.uniqueName("gone"), PASSWORD);
    String afterwards = erase(gone);
    try (TestingBrowser browser = TestingBrowser.of(server, reader.name(), PASSWORD)) {
      for (String erased : List.of(gone.slug(), Links.encode(afterwards))) {
        HttpResponse<String> response = browser.get("/users/" + erased);
        assertThat(response.statusCode()).as(erased).isEqualTo(404);
        assertThat(response.body()).doesNotContain(gone.displayName(), gone.emailAddress());
      }
      for (String nobody :
          List.of("nobody-at-all", deleted.slug(), "n".repeat(4000), "~" + reader.slug())) {
        assertThat(browser.get("/users/" + nobody).statusCode()).as(nobody).isEqualTo(404);
      }
      for (String broken : List.of("a%00", "%F0", "%2F", "%ED%A0%80")) {
        assertThat(browser.get("/users/" + broken).statusCode()).as(broken).isIn(400, 404);
      }
    }
  }

  private String erase(User user) {
    server.get(Accounts.class).delete(user);
    return server.get(Erasure.class).erase(user.name());
  }

  @Test
  void aDeactivatedUserHasAPageThatSaysSo() {
    TestingPeople people = TestingPeople.of(server);
    User reader = people.createUser(TestingPeople.uniqueName("reader"), PASSWORD);
    User left = people.createUser(TestingPeople.uniqueName("left"), PASSWORD);
    try (TestingBrowser browser = TestingBrowser.of(server, reader.name(), PASSWORD);
        TestingBrowser own = TestingBrowser.of(server, left.name(), PASSWORD)) {
      assertThat(own.get("/users/" + left.slug()).body()).doesNotContain("Deactivated");
      server.get(Accounts.class).activate(left, false);
      assertThat(browser.get("/users/" + left.slug()).body()).contains("Deactivated");
      assertThat(own.get("/users/" + left.slug()).uri().getPath()).isEqualTo("/login");
    }
  }

  @Test
  void aPersonsPageTakesAFewStatementsHoweverManyRowsItHas() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      assertThat(browser.get("/users/admin").body()).contains("Latest pull requests");
      assertThat(Statements.ofRequest(() -> browser.get("/users/admin"))).isLessThanOrEqualTo(17);
    }
  }

  /** Statements of a page when what can be remembered is; the one that all take is among them. */
  private long cost(String page) {
    get(page);
    get(page);
    Runnable asked = () -> assertThat(get(page).statusCode()).isEqualTo(200);
    assertThat(Processes.of(server, asked)).as(page).isZero();
    return Statements.ofRequest(asked);
  }

  private HttpResponse<String> get(String page) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(server.httpUrl() + page)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException("No response", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Stopped while waiting", e);
    }
  }
}
