package org.packhouse.app.web.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/**
 * The list of what happened in what a reader watches: what is on it, who sees it, what it costs.
 */
class WatchedActivityTest {

  private static final String PASSWORD = "Their-password-1";

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String home = Links.to(repository);
  private final String rest =
      "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
  private final RepositoryId place = new RepositoryId(repository.id());
  private final User user = people.createUser(TestingPeople.uniqueName("watcher"), PASSWORD);
  private GitFixture git;
  private TestingBrowser browser;
  private String commit;

  @BeforeEach
  void push() {
    people.grant(user, place, Permission.REPO_READ);
    git = GitFixture.workTree(directory.resolve("work"));
    commit = git.commit("file", "1\n");
    git.git("push", "-q", server.cloneUrl(repository), "main");
    browser = TestingBrowser.of(server, user.name(), PASSWORD);
  }

  @AfterEach
  void close() {
    browser.close();
  }

  /** What the section says, without tags. */
  private String activity() {
    return browser
        .get("/dashboard")
        .body()
        .replaceFirst("(?s).*id=\"activity-title\"(.*?)</section>.*", "$1")
        .replaceAll("<[^>]*>", " ")
        .replaceAll("\\s+", " ");
  }

  private void watch(boolean on) {
    browser.submit(home + "/watch", home + "/watch", "on", String.valueOf(on));
  }

  private void post(String tail, String body) {
    assertThat(admin.post(rest + tail, body).status()).isEqualTo(201);
  }

  private void open(String branch) {
    git.git("switch", "-q", "-c", branch);
    git.commit(branch, "1\n");
    git.git("push", "-q", server.cloneUrl(repository), branch);
    post(
        "/pull-requests",
        "{'title':'About %1$s','fromRef':{'id':'%1$s'},'toRef':{'id':'main'}}".formatted(branch));
  }

  @Test
  void saysWhatItIsForWhereNothingIsWatched() {
    assertThat(activity()).contains("Nothing in the last 30 days", "Choose Watch in the menu");
  }

  @Test
  void tellsOfPushesPullRequestsAndCommentsInARepository() {
    watch(true);
    git.git("tag", "v1");
    git.git("push", "-q", server.cloneUrl(repository), "v1");
    open("topic");
    post("/pull-requests/1/comments", "{'text':'Well'}");
    post("/commits/" + commit + "/comments", "{'text':'So <b>be</b> it'}");
    assertThat(admin.post(rest + "/pull-requests/1/merge?version=0", "{}").status()).isEqualTo(200);
    assertThat(activity())
        .containsSubsequence(
            "merged #1 About topic",
            "commented on the commit " + commit.substring(0, 10) + " So &lt;b&gt;be&lt;/b&gt; it",
            "commented on #1 About topic",
            "opened #1 About topic",
            "created the branch topic",
            "created the tag v1",
            "created the branch main")
        .doesNotContain("pushed to main");

    watch(false);
    assertThat(activity()).contains("Nothing in the last 30 days");
  }

  @Test
  void tellsOfSinglePullRequestsAndCommits() {
    open("topic");
    open("other");
    String page = home + "/pull-requests/1";
    browser.submit(page, page + "/watch", "on", "true");
    String of = home + "/commits/" + commit;
    browser.submit(of, of + "/watch", "on", "true");
    post("/commits/" + commit + "/comments", "{'text':'Of the commit'}");
    git.git("switch", "-q", "topic");
    git.commit("topic", "2\n");
    git.git("push", "-q", server.cloneUrl(repository), "topic");
    await()
        .untilAsserted(() ->
            assertThat(activity())
                .containsSubsequence(
                    "pushed 1 commit to #1 About topic", "Of the commit", "opened #1 About topic")
                .doesNotContain("About other", "created the branch"));
    browser.submit(page, page + "/watch", "on", "false");
    assertThat(activity()).contains("Of the commit").doesNotContain("About topic");
  }

  @Test
  void whatWasPushedTogetherIsOneLine() {
    watch(true);
    git.git("branch", "one");
    git.git("branch", "two");
    git.git("push", "-q", "--all", server.cloneUrl(repository));
    assertThat(activity()).contains("created the branch one and 1 more");
  }

  @Test
  void isForThoseWhoMayReadWhenTheyLook() {
    watch(true);
    assertThat(activity()).contains("created the branch main");
    people.revoke(user, place);
    assertThat(activity()).doesNotContain("created the branch", repository.slug());
    people.grant(user, place, Permission.REPO_READ);
    assertThat(activity()).contains("created the branch main");
  }

  @Test
  void moreRowsTakeNoMoreStatements() {
    watch(true);
    open("first");
    browser.get("/dashboard");
    long before = Statements.ofRequest(() -> browser.get("/dashboard"));
    for (int i = 0; i < 8; i++) {
      open("topic" + i);
      post("/pull-requests/1/comments", "{'text':'Well'}");
      post("/commits/" + commit + "/comments", "{'text':'Well'}");
    }
    browser.get("/dashboard");
    assertThat(Statements.ofRequest(() -> browser.get("/dashboard"))).isEqualTo(before);
    assertThat(activity().split("commented on", -1)).hasSizeGreaterThan(5);
  }
}
