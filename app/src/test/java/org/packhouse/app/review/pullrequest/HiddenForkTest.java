package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Pull requests from a fork that those who read the target may not read. */
class HiddenForkTest {

  private static final String PASSWORD = "a-password-of-forks";

  @TempDir private Path temporary;
  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private ForkKit forks;
  private Repository target;
  private Repository fork;
  private String path;
  private User reader;
  private String tip;
  private List<String> secrets;

  @BeforeEach
  void forkSecretly() throws IOException {
    forks = new ForkKit(temporary.resolve("forks"));
    forks.push("main", "1");
    target = forks.origin;
    path = "projects/" + target.project().key() + "/repos/" + target.slug();
    admin.post(
        path + "/webhooks",
        "{'name':'Builds','url':'https://builds.example.org/','events':['repo:forked','pr:opened','pr:merged','pr:comment:added','pr:deleted','repo:modified']}");
    TestingPeople people = TestingPeople.of(server);
    User owner = people.createUser(TestingPeople.uniqueName("forker"), PASSWORD);
    people.grant(owner, new RepositoryId(target.id()), Permission.REPO_READ);
    String name = TestingProjects.name("acquired");
    String key = name.toUpperCase(Locale.ROOT);
    Response project =
        admin.post(
            "projects",
            "{'key':'%s','name':'Merger %s','description':'To buy %s'}".formatted(key, name, name));
    people.grant(owner, new ProjectId(project.json().at("/id").asLong()), Permission.PROJECT_ADMIN);
    TestingRest by = TestingRest.user(server, owner.name(), PASSWORD);
    Response made =
        by.post(
            path,
            "{'name':'%s','description':'To buy %s','project':{'key':'%s'}}"
                .formatted(name, name, key));
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    fork = server.get(Repositories.class).findById(made.json().at("/id").asLong()).orElseThrow();
    secrets = List.of(name, key, "To buy " + name);
    tip = forks.work.commit("theirs", "1");
    forks.work.git("push", "--quiet", forks.url(fork), "HEAD:refs/heads/topic");
    Response opened =
        by.post(
            path + "/pull-requests",
            "{'title':'x','fromRef':{'id':'topic','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'main'}}"
                .formatted(fork.slug(), key));
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    assertThat(opened.at("/fromRef/repository/slug")).isEqualTo(fork.slug());
    reader = people.createUser(TestingPeople.uniqueName("reader"), PASSWORD);
    people.grant(reader, new RepositoryId(target.id()), Permission.REPO_ADMIN);
  }

  @Test
  void standInHasWhatStrictClientsRead() {
    Response shown = as(reader).get(path + "/pull-requests/1");
    assertThat(shown.at("/fromRef/displayId")).isEqualTo("topic");
    assertThat(shown.at("/fromRef/latestCommit")).isEqualTo(tip);
    assertThat(shown.at("/fromRef/repository/slug")).isEqualTo("-");
    assertThat(shown.at("/fromRef/repository/name")).isEqualTo("Unavailable");
    assertThat(shown.at("/fromRef/repository/project/key")).isEqualTo("-");
    assertThat(shown.at("/toRef/repository/slug")).isEqualTo(target.slug());
    assertThat(admin.get(path + "/pull-requests/1").at("/fromRef/repository/slug"))
        .isEqualTo(fork.slug());
    admin.delete("projects/" + fork.project().key() + "/repos/" + fork.slug());
    assertThat(admin.get(path + "/pull-requests/1").at("/fromRef/repository/slug")).isEqualTo("-");
  }

  @Test
  void nobodyReadsOfItWhoMayNotReadIt() {
    List<String> wrong = new ArrayList<>();
    TestingRest rest = as(reader);
    String pull = path + "/pull-requests/1";
    check("comment", rest.post(pull + "/comments", "{'text':'Well.'}").response(), wrong);
    check("approve", rest.post(pull + "/approve", "{}").response(), wrong);
    readAll(wrong);
    check("decline", rest.post(pull + "/decline?version=0", "{}").response(), wrong);
    check("reopen", rest.post(pull + "/reopen?version=1", "{}").response(), wrong);
    assertThat(admin.post(pull + "/reopen?version=1", "{}").status()).isEqualTo(200);
    HttpResponse<String> merged = admin.post(pull + "/merge?version=2", "{}").response();
    assertThat(merged.statusCode()).as(merged.body()).isEqualTo(200);
    admin.put(path, "{'description':'What it is'}");
    readAll(wrong);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() ->
            assertThat(bodies())
                .anyMatch(body -> body.contains("pr:opened"))
                .anyMatch(body -> body.contains("pr:comment:added"))
                .anyMatch(body -> body.contains("pr:merged"))
                .anyMatch(body -> body.contains("repo:forked"))
                .anyMatch(body -> body.contains("repo:modified")));
    bodies().forEach(body -> check("webhook", body, wrong));
    assertThat(wrong).isEmpty();
  }

  @Test
  void webhooksTellOfAForkThatEverybodyReads() {
    admin.put(
        "projects/%s/repos/%s".formatted(fork.project().key(), fork.slug()), "{'public':true}");
    as(reader).post(path + "/pull-requests/1/comments", "{'text':'Public.'}");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() ->
            assertThat(bodies())
                .anyMatch(body -> body.contains("pr:comment:added") && body.contains(fork.name())));
  }

  private TestingRest as(User user) {
    return TestingRest.user(server, user.name(), PASSWORD);
  }

  private List<String> bodies() {
    return server
        .get(JdbcClient.class)
        .sql(
            "select d.body from webhook_delivery d join webhook w on w.id = d.webhook_id where w.repository_id = ?")
        .param(target.id())
        .query((row, _) -> row.getString(1))
        .list();
  }

  private void readAll(List<String> wrong) {
    Map<String, String> variables = new HashMap<>();
    for (String name : List.of("key", "projectKey")) {
      variables.put(name, target.project().key());
    }
    for (String name : List.of("slug", "repositorySlug")) {
      variables.put(name, target.slug());
    }
    for (String name : List.of("commitId", "commit", "id")) {
      variables.put(name, tip);
    }
    variables.put("path", "file");
    List<String> addresses = new ArrayList<>(EveryReader.of(server, variables));
    addresses.addAll(
        List.of(
            "/",
            "/dashboard",
            "/pull-requests",
            "/search?q=acquired",
            "/rest/api/latest/dashboard/pull-requests",
            "/rest/api/latest/dashboard/pull-request-suggestions",
            "/rest/api/latest/inbox/pull-requests?role=reviewer",
            "/rest/api/latest/repos?name=acquired",
            "/rest/api/latest/projects?name=Merger",
            "/rest/search/latest/search?query=acquired"));
    try (TestingBrowser browser = TestingBrowser.of(server, reader.name(), PASSWORD)) {
      for (String address : addresses) {
        check(address, browser.get(address + (address.contains("?") ? "&" : "?") + query()), wrong);
      }
    }
  }

  private static String query() {
    return "state=ALL&at=main&until=main&limit=1000&sourceBranch=main&targetBranch=main";
  }

  private void check(String place, HttpResponse<String> response, List<String> wrong) {
    check(place, response.body(), wrong);
  }

  private void check(String place, String body, List<String> wrong) {
    for (String secret : secrets) {
      if (body.contains(secret)) {
        wrong.add(secret + " at " + place);
      }
    }
  }
}
