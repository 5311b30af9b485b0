package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** Facts that REST must not tell or forget, and requests of other sites. */
class HiddenAndForgedTest {

  private static final String PASSWORD = "correct horse battery";

  @TempDir Path directory;

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final User user = people.createUser(TestingPeople.uniqueName("hidden"), PASSWORD);

  @Test
  void anIdTellsNoNameOfWhatTheCallerMayNotSee() {
    Repository secret = TestingProjects.in(server).repository();
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    GitFixture git = GitFixture.workTree(directory);
    git.commit("a", "1");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/master");
    TestingRest self = TestingRest.user(server, user.name(), PASSWORD);
    String compare = path(repository) + "/compare/commits?from=master&to=master&fromRepo=";
    Response hidden = self.get(compare + secret.id());
    Response absent = self.get(compare + 999_999_999);
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.response().body())
        .isEqualTo(absent.response().body().replace("999999999", Long.toString(secret.id())));
    assertThat(hidden.response().body()).doesNotContain(secret.project().key(), secret.slug());
  }

  @Test
  void anAccessKeyIsNotAdmittedForLongerThanWasAsked() {
    Repository other = TestingProjects.in(server).repository();
    try (TestingSsh ssh = TestingSsh.of(server)) {
      String text = ssh.publicKey(ssh.createKey("ed25519"));
      String key = "{'key':{'text':'%s'},'permission':'REPO_READ'%s}";
      String keys = "/rest/keys/latest/%s/ssh";
      assertThat(admin.post(keys.formatted(path(repository)), key.formatted(text, "")).status())
          .isEqualTo(201);
      Response shorter =
          admin.post(
              keys.formatted(path(other)),
              "{'key':{'text':'%s'},'permission':'REPO_READ','expiryDays':3}".formatted(text));
      assertThat(shorter.status()).as(shorter.response().body()).isEqualTo(400);
      assertThat(shorter.message()).contains("never expires there");
      assertThat(admin.post(keys.formatted(path(other)), key.formatted(text, "")).status())
          .isEqualTo(201);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site,cross-site,403",
    "Sec-Fetch-Site,same-site,403",
    "Sec-Fetch-Site,same-origin,404",
    "Sec-Fetch-Site,none,404",
    "Origin,https://evil.example,403",
    "Origin,null,403",
    "Origin,http://localhost:1234,404",
    "X-Nothing,x,404"
  })
  void whatAnotherSiteSendsIsRefusedWhateverSignsItIn(String header, String value, int status)
      throws IOException, InterruptedException {
    String pair = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/rest/ssh/latest/nothing-is-here"))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
            .header(header, value)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("a=b"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(status);
    }
  }

  private static String path(Repository repository) {
    return "projects/" + repository.project().key() + "/repos/" + repository.slug();
  }
}
