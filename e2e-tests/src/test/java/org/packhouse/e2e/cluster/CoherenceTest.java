package org.packhouse.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;

/**
 * Three packaged nodes of which one changes who may do what, and how a repository is called and
 * used, and another one is asked by the next request: also while the nodes hear nothing of each
 * other but by the database.
 */
@Tag("full")
@Tag("cluster")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class CoherenceTest {

  private static final int ROUNDS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String PASSWORD = "a-password-of-somebody";
  private static final String REPOS = "/rest/api/latest/projects/" + ClusterRun.PROJECT + "/repos/";
  private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theNextRequestToAnyNodeSeesWhatWasChangedOnAnother(boolean cut) throws Exception {
    try (ClusterRun run = new ClusterRun(directory)) {
      if (cut) {
        run.networks().cutBetweenMachines(true);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(run.unseenBy(1)).hasSize(2));
      }
      Shell ada = new Shell(Files.createDirectory(directory.resolve("ada")));
      Path work = ada.repository("work");
      run.node1(1).rest().createRepository(ClusterRun.PROJECT, "seen");
      ada.git(work, "push", "-q", run.node1(1).httpUrl(ClusterRun.PROJECT, "seen"), "main");
      for (int round = 0; round < ROUNDS; round++) {
        PackagedServer one = run.node1(1 + round % 3);
        PackagedServer other = run.node1(1 + (round + 1 + round / 3 % 2) % 3);
        people(one, other, "round-" + cut + "-" + round);
        repository(ada, work, one, other, round);
      }
      sessions(run.node1(1), run.node1(2));
      run.assertNothingLost();
    }
  }

  private static void people(PackagedServer one, PackagedServer other, String name) {
    Rest admin = one.rest();
    Rest there = new Rest(other.url()).as(name, PASSWORD);
    assertThat(there.send("GET", REPOS + "seen", null).status()).isEqualTo(401);
    assertThat(
            admin
                .send(
                    "POST",
                    "/rest/api/latest/admin/users?name=%s&password=%s&displayName=%s&emailAddress=%s"
                        .formatted(name, PASSWORD, name, name + "@example.org"),
                    null)
                .status())
        .isEqualTo(204);
    assertThat(there.send("GET", REPOS + "seen", null).status()).isIn(401, 403, 404);
    String grant = REPOS + "seen/permissions/users?name=" + name + "&permission=REPO_READ";
    admin.put(grant, Map.of());
    assertThat(there.send("GET", REPOS + "seen", null).status()).isEqualTo(200);

    Rest.Response made =
        new Rest(one.url())
            .as(name, PASSWORD)
            .put(
                "/rest/access-tokens/latest/users/" + name,
                Map.of("name", "of " + name, "permissions", List.of("REPO_READ")));
    String token = made.json().path("token").asString();
    Rest byToken = new Rest(other.url()).as(name, token);
    assertThat(byToken.send("GET", REPOS + "seen", null).status()).isEqualTo(200);
    new Rest(one.url())
        .as(name, PASSWORD)
        .delete(
            "/rest/access-tokens/latest/users/" + name + "/" + made.json().path("id").asString());
    assertThat(byToken.send("GET", REPOS + "seen", null).status()).isEqualTo(401);

    admin.delete(REPOS + "seen/permissions/users?name=" + name);
    assertThat(there.send("GET", REPOS + "seen", null).status()).isIn(401, 403, 404);
  }

  private static void repository(
      Shell ada, Path work, PackagedServer one, PackagedServer other, int round) {
    Rest admin = one.rest();
    Rest there = other.rest();
    admin.put(REPOS + "seen", Map.of("name", "renamed"));
    assertThat(there.get(REPOS + "renamed").path("name").asString()).isEqualTo("renamed");
    admin.put(REPOS + "renamed", Map.of("name", "seen"));
    assertThat(there.get(REPOS + "seen").path("name").asString()).isEqualTo("seen");

    admin.put(REPOS + "seen", Map.of("archived", true));
    String url = other.httpUrl(ClusterRun.PROJECT, "seen");
    String branch = "main:refs/heads/branch-" + round;
    assertThat(ada.tryGit(work, "push", "-q", url, branch).text()).contains("archived");
    admin.put(REPOS + "seen", Map.of("archived", false));
    ada.git(work, "push", "-q", url, branch);

    Rest.Response changed =
        admin.put(REPOS + "seen/default-branch", Map.of("id", "refs/heads/branch-" + round));
    assertThat(changed.status()).isEqualTo(204);
    assertThat(ada.git(work, "ls-remote", "--symref", url, "HEAD"))
        .contains("ref: refs/heads/branch-" + round + "\tHEAD");
  }

  /** Signs in on one node's page and goes on through the other, then signs out again. */
  private static void sessions(PackagedServer one, PackagedServer other)
      throws IOException, InterruptedException {
    try (Browsing browsing = new Browsing()) {
      String form = browsing.get(one, "/login").body();
      String signIn =
          "username=%s&password=%s&_csrf=%s"
              .formatted(PackagedServer.ADMIN, PackagedServer.PASSWORD, csrf(form));
      assertThat(browsing.post(one, "/login", signIn).statusCode()).isEqualTo(302);
      HttpResponse<String> users = browsing.get(other, "/admin/users");
      assertThat(users.statusCode()).isEqualTo(200);
      browsing.post(one, "/logout", "_csrf=" + csrf(users.body()));
      assertThat(browsing.get(other, "/admin/users").statusCode()).isEqualTo(303);
    }
  }

  /** A browser behind a load balancer, to which all nodes are one host. */
  private static final class Browsing implements AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> cookies = new TreeMap<>();

    HttpResponse<String> get(PackagedServer node, String path)
        throws IOException, InterruptedException {
      return send(request(node, path).header("Accept", "text/html").build());
    }

    HttpResponse<String> post(PackagedServer node, String path, String body)
        throws IOException, InterruptedException {
      return send(
          request(node, path)
              .header("Content-Type", "application/x-www-form-urlencoded")
              .header("Origin", node.url().toString())
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build());
    }

    private HttpRequest.Builder request(PackagedServer node, String path) {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(node.url() + path));
      if (!cookies.isEmpty()) {
        request.header(
            "Cookie",
            cookies.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .collect(Collectors.joining("; ")));
      }
      return request;
    }

    private HttpResponse<String> send(HttpRequest request)
        throws IOException, InterruptedException {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      for (String line : response.headers().allValues("Set-Cookie")) {
        HttpCookie cookie = HttpCookie.parse(line).getFirst();
        if (cookie.getValue().isEmpty()) {
          cookies.remove(cookie.getName());
        } else {
          cookies.put(cookie.getName(), cookie.getValue());
        }
      }
      return response;
    }

    @Override
    public void close() {
      http.close();
    }
  }

  private static String csrf(String page) {
    Matcher matcher = CSRF.matcher(page);
    assertThat(matcher.find()).as(page).isTrue();
    return URLEncoder.encode(matcher.group(1), StandardCharsets.UTF_8);
  }
}
