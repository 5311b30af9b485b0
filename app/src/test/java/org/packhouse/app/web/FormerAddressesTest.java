package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Addresses that people and browsers bring along. */
class FormerAddressesTest {

  private final TestingServer server = TestingServer.shared();

  @ParameterizedTest
  @CsvSource({
    "/plugins/servlet/ssh/account/keys, /account/ssh-keys",
    "/plugins/servlet/access-tokens/manage, /account/tokens",
    "/plugins/servlet/search?q=sea%20x, /search?q=sea%20x",
    "/plugins/servlet/access-tokens/users/ada/manage, /account/tokens",
    "/plugins/servlet/audit, /admin/audit",
    "/plugins/servlet/ssh/projects/K/keys, /projects/K/access-keys",
    "/plugins/servlet/ssh/projects/~ADA/repos/s/keys, /users/ada/repos/s/access-keys",
    "/plugins/servlet/access-tokens/projects/K/manage, /projects/K/access-tokens",
    "/plugins/servlet/access-tokens/projects/K/repos/s/manage, /projects/K/repos/s/access-tokens",
    "/plugins/servlet/webhooks/projects/K, /projects/K/settings/webhooks",
    "/plugins/servlet/webhooks/projects/K/repos/s, /projects/K/repos/s/settings/webhooks",
    "/plugins/servlet/branch-permissions/K, /projects/K/settings/branch-permissions",
    "/plugins/servlet/branch-permissions/K/s, /projects/K/repos/s/settings/branch-permissions",
    "/profile, /account",
    "/passwordreset, /forgot-password",
    "/admin/server-settings, /admin/system",
    "/admin/db, /admin/system",
    "/admin/rate-limiting, /admin/rate-limits",
    "/about, /help/about",
    "/admin/license, /help/about",
    "/admin/authentication, /admin/users",
    "/admin/groups/view?name=a%26b, /admin/groups/members?name=a%26b",
    "/admin/users/view?name=nobody-so-called, /admin/users?filter=nobody-so-called",
    "/admin/users/view?name=Admin, /admin/users/admin"
  })
  void leadToThePagesHere(String former, String now) throws Exception {
    HttpResponse<String> response = get(former);
    assertThat(response.statusCode()).isEqualTo(302);
    assertThat(response.headers().firstValue("Location").orElse("")).endsWith(now);
  }

  @Test
  void aFilesDiffIsFoundInItsCommitOrComparison(@TempDir Path directory) throws Exception {
    Repository repository = TestingProjects.in(server).publicRepository();
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    String tip = git.commit("file", "1\n");
    git.git("push", "-q", server.cloneUrl(repository), "main:refs/heads/a/b");
    String home = Links.to(repository);
    assertThat(location(home + "/diff/src/A.java?until=abc"))
        .matches(".*" + home + "/commits/abc#f-[0-9a-f]{12}");
    assertThat(location(home + "/diff/src/A.java?since=main&until=x"))
        .contains(home + "/compare/diff?sourceBranch=x&targetBranch=main#f-");
    assertThat(location(home + "/diff/src/A.java")).endsWith(home + "/browse/src/A.java");
    assertThat(location(home + "/diff/src/A.java?at=refs/heads/a/b"))
        .matches(".*" + home + "/commits/" + tip + "#f-[0-9a-f]{12}");
    assertThat(get(home + "/diff/src/A.java?at=refs/heads/none").statusCode()).isEqualTo(404);
  }

  @Test
  void noAddressLosesTheBranchThatItNames() throws Exception {
    Repository repository = TestingProjects.in(server).publicRepository();
    String home = Links.to(repository);
    assertThat(location(home + "?at=refs/heads/a%26b%7Bc%7D"))
        .endsWith(home + "/browse?at=refs/heads/a%26b%7Bc%7D");
    assertThat(location(home)).endsWith(home + "/browse");
  }

  @Test
  void whatAPushPrintsLeadsToThePullRequest(@TempDir Path directory) throws Exception {
    Repository repository = TestingProjects.in(server).publicRepository();
    String home = Links.to(repository);
    GitFixture work = GitFixture.workTree(directory);
    work.commit("a", "1");
    work.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/main");
    work.commit("a", "2");
    work.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/topic");
    TestingRest.admin(server)
        .post(
            home.substring(1) + "/pull-requests",
            "{'title':'x','fromRef':{'id':'topic'},'toRef':{'id':'main'}}");
    String created = location(home + "/pull-requests?create&sourceBranch=refs%2Fheads%2Ftopic");
    assertThat(created).contains("/login?next=");
    for (String path : List.of("/pull-requests/1", "/pull-requests/1/overview")) {
      assertThat(get(home + path).statusCode()).as(path).isEqualTo(200);
    }
    assertThat(get(home + "/pull-requests/2").statusCode()).isEqualTo(404);
  }

  @Test
  void browsersAndCrawlersFindWhatTheyAskFor() throws Exception {
    assertThat(location("/favicon.ico")).contains("/assets/mark-");
    assertThat(get("/robots.txt").body()).contains("User-agent: *");
  }

  private String location(String path) throws Exception {
    return get(path).headers().firstValue("Location").orElse("");
  }

  private HttpResponse<String> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).build(),
            BodyHandlers.ofString());
  }
}
