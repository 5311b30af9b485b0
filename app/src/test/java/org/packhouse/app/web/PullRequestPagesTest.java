package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Pages of pull requests: their cost, and what they make of what people write. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PullRequestPagesTest {

  private static final int MANY = 50;
  private static final int ACTIVITIES = 200;
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
  void aDiffThatIsKnownTakesNoGit() {
    assertThat(cost(home + "/pull-requests/1/diff")).isLessThanOrEqualTo(15);
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
  void linksThoseWhoAreMentionedOutsideOfCode() {
    String text = "@admin and @\\\"admin\\\", `@admin`, [@admin](#x), @nobody-here, a@admin";
    assertThat(admin.post(path + "/4/comments", "{'text':'%s'}".formatted(text)).status())
        .isEqualTo(201);
    String body = get(home + "/pull-requests/4").body();
    assertThat(body.split("class=\"mention\"", -1)).hasSize(3);
    assertThat(body).contains("href=\"/users/admin\"");
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

  /** Statements of a page when what can be remembered is; the one that all take is among them. */
  private long cost(String page) {
    get(page);
    get(page);
    long processes = server.get(GitProcesses.class).started();
    try (Statements statements = Statements.ofThreads("tomcat-handler")) {
      assertThat(get(page).statusCode()).isEqualTo(200);
      assertThat(server.get(GitProcesses.class).started()).as(page).isEqualTo(processes);
      return statements.counted();
    }
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
