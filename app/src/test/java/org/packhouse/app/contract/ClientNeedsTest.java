package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;

/** Answers on which programs written for Bitbucket decide what they do next. */
class ClientNeedsTest {

  private static final String PASSWORD = "correct horse battery";

  @TempDir Path directory;

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String project = "projects/" + repository.project().key();
  private final String path = project + "/repos/" + repository.slug();

  @BeforeEach
  void push() {
    GitFixture git = GitFixture.workTree(directory);
    git.commit("README.md", "one\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/main");
    git.commit("README.md", "two\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/next");
  }

  @Test
  void aFileHasLinesAndADirectoryHasAPath() {
    JsonNode file = admin.get(path + "/browse/README.md").json();
    assertThat(file.propertyNames())
        .as("go-bitbucket takes an answer with a path for a directory")
        .containsExactlyInAnyOrder("lines", "start", "size", "limit", "isLastPage");
    JsonNode root = admin.get(path + "/browse").json();
    assertThat(root.propertyNames()).contains("path", "revision", "children");
  }

  @Test
  void matchersAreActive() {
    String matcher = "{'id':'refs/heads/main','type':{'id':'BRANCH'},'active':true}";
    Response made =
        admin.post(
            "/rest/branch-permissions/2.0/" + path + "/restrictions",
            "{'type':'no-deletes','matcher':%s}".formatted(matcher));
    assertThat(made.status()).as(made.response().body()).isEqualTo(200);
    assertThat(made.json().at("/matcher/active").isBoolean()).isTrue();
    assertThat(made.at("/matcher/active")).isEqualTo("true");
    Response listed = admin.get("/rest/branch-permissions/2.0/" + path + "/restrictions");
    assertThat(listed.at("/values/0/matcher/active")).isEqualTo("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/html", "*/*", "image/png, */*;q=0.1"})
  void whoamiIsTextWhateverIsAccepted(String accept) throws IOException, InterruptedException {
    String pair = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/plugins/servlet/applinks/whoami"))
            .header("Accept", accept)
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("admin");
      assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"diff", "diff-stats-summary"})
  void aDotBehindAComparisonIsTheRoot(String comparison) {
    String query = "?from=next&to=main";
    Response expected = admin.get(path + "/compare/" + comparison + query);
    assertThat(expected.status()).as(expected.response().body()).isEqualTo(200);
    for (String form : List.of(".", "%2E", "/.", "/")) {
      Response found = admin.get(path + "/compare/" + comparison + form + query);
      assertThat(found.status()).as(form + found.response().body()).isEqualTo(200);
      assertThat(found.response().body()).as(form).isEqualTo(expected.response().body());
    }
  }

  @Test
  void aNameStandsForTheSlugMadeOfIt() {
    Response made = admin.post(project + "/repos", "{'name':'My Fork 100'}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    String slug = made.at("/slug");
    for (String name : List.of("My%20Fork%20100", "my%20fork%20100", slug)) {
      Response found = admin.get(project + "/repos/" + name);
      assertThat(found.status()).as(name + found.response().body()).isEqualTo(200);
      assertThat(found.at("/slug")).isEqualTo(slug);
      assertThat(admin.get(project + "/repos/" + name + "/branches").status()).isEqualTo(200);
    }
    assertThat(admin.get(project + "/repos/My%20Other").status()).isEqualTo(404);
    String unique = TestingPeople.uniqueName("spaced");
    User user = server.get(Accounts.class).create(NewUser.person(unique + " 77", "Spaced", null));
    for (String name :
        List.of(unique + "%2077", unique.toUpperCase(Locale.ROOT) + "%2077", user.slug())) {
      assertThat(admin.get("users/" + name).at("/slug")).as(name).isEqualTo(user.slug());
    }
    assertThat(admin.get("users/" + unique + "%2078").status()).isEqualTo(404);
  }

  @Test
  void whatIsNotThereIsDeleted() {
    String branches = "/rest/branch-utils/latest/" + path + "/branches";
    assertThat(admin.send("DELETE", branches, "{'name':'refs/heads/none'}").status())
        .isEqualTo(204);
    assertThat(admin.send("DELETE", branches, "{'name':'next','dryRun':false}").status())
        .isEqualTo(204);
    assertThat(admin.send("DELETE", branches, "{'name':'next','dryRun':false}").status())
        .isEqualTo(204);
    assertThat(admin.send("DELETE", branches, "{}").status()).isEqualTo(400);
    Response gone = admin.delete(project + "/repos/none");
    assertThat(gone.status()).isEqualTo(204);
    assertThat(gone.response().body()).isEmpty();
    User stranger = people.createUser(TestingPeople.uniqueName("stranger"), PASSWORD);
    TestingRest other = TestingRest.user(server, stranger.name(), PASSWORD);
    assertThat(other.delete(path).status()).as("what may not be seen").isEqualTo(204);
    assertThat(admin.get(path).status()).isEqualTo(200);
    people.grant(stranger, new RepositoryId(repository.id()), Permission.REPO_READ);
    assertThat(other.delete(path).status()).isEqualTo(401);
    assertThat(TestingRest.anonymous(server).delete(project + "/repos/none").status())
        .isEqualTo(401);
  }

  @Test
  void anAccessKeyIsAddedTwice() throws NoSuchAlgorithmException {
    String text = newKey();
    String keys = "/rest/keys/1.0/" + path + "/ssh";
    String body = "{'key':{'text':'" + text + "','label':'CI'},'permission':'REPO_%s'}";
    Response first = admin.post(keys, body.formatted("READ"));
    assertThat(first.status()).as(first.response().body()).isEqualTo(201);
    Response again = admin.post(keys, body.formatted("READ"));
    assertThat(again.status()).as(again.response().body()).isEqualTo(201);
    assertThat(again.at("/key/id")).isEqualTo(first.at("/key/id"));
    Response more = admin.post(keys, body.formatted("WRITE"));
    assertThat(more.status()).as(more.response().body()).isEqualTo(201);
    assertThat(more.at("/permission")).isEqualTo("REPO_WRITE");
    Response listed = admin.get(keys);
    assertThat(listed.at("/size")).isEqualTo("1");
    assertThat(listed.at("/values/0/permission")).isEqualTo("REPO_WRITE");
  }

  private static String newKey() throws NoSuchAlgorithmException {
    byte[] encoded =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic().getEncoded();
    byte[] point = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    ByteBuffer key = ByteBuffer.allocate(51);
    key.putInt(11).put("ssh-ed25519".getBytes(StandardCharsets.US_ASCII)).putInt(32).put(point);
    return "ssh-ed25519 " + Base64.getEncoder().encodeToString(key.array());
  }

  @Test
  void emptySettingsOfAHookAreKept() {
    String hook = "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:force-push-hook";
    String at = path + "/settings/hooks/" + hook;
    assertThat(admin.get(at + "/settings").status()).isEqualTo(204);
    Response put = admin.put(at + "/settings", "{}");
    assertThat(put.status()).as(put.response().body()).isEqualTo(200);
    Response read = admin.get(at + "/settings");
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.response().body()).isEqualTo("{}");
    assertThat(admin.send("DELETE", at, null).status()).isEqualTo(204);
    assertThat(admin.put(at + "/enabled", "{}").status()).isEqualTo(200);
    assertThat(admin.get(at + "/settings").response().body()).isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "123", "zz34567890123456789012345678901234567890", "a%20b"})
  void whatIsNoIdOfACommitHasNoBuilds(String commit) {
    Response page = admin.get("/rest/build-status/1.0/commits/" + commit);
    assertThat(page.status()).as(page.response().body()).isEqualTo(200);
    assertThat(page.at("/size")).isEqualTo("0");
    assertThat(page.at("/isLastPage")).isEqualTo("true");
    Response stats = admin.get("/rest/build-status/1.0/commits/stats/" + commit);
    assertThat(stats.status()).as(stats.response().body()).isEqualTo(200);
    assertThat(stats.at("/successful")).isEqualTo("0");
    assertThat(
            admin
                .post(
                    "/rest/build-status/1.0/commits/" + commit,
                    "{'state':'SUCCESSFUL','key':'k','url':'https://ci.example.org/1'}")
                .status())
        .isEqualTo(400);
  }

  @Test
  void aRepositoryThatIsChangedIsAnsweredAsCreated() {
    Response changed = admin.put(path, "{'description':'So'}");
    assertThat(changed.status())
        .as("the published operations say 201, and clients take any status from 200 to 299")
        .isEqualTo(201);
    assertThat(changed.at("/description")).isEqualTo("So");
  }

  @Test
  void theSecretOfAWebhookIsNeverShown() {
    Response made =
        admin.post(
            path + "/webhooks",
            "{'name':'CI','url':'https://ci.example.org/hook','events':['repo:refs_changed'],'configuration':{'secret':'s3cret-of-hook'},'active':true}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    for (Response shown :
        List.of(
            made, admin.get(path + "/webhooks/" + made.at("/id")), admin.get(path + "/webhooks"))) {
      assertThat(shown.response().body()).doesNotContain("s3cret-of-hook");
    }
  }
}
