package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.ProjectChange;
import org.packhouse.app.hosting.project.ProjectChanges;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Statements of a request for a repository that nobody has changed: who asks, what they may, which
 * repository and which ref version, all in one statement.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WarmRequestStatementsTest {

  private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @BeforeAll
  void push(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("file", "1\n");
    git.git("push", "-q", cloneUrl(), "HEAD:refs/heads/main");
  }

  private String cloneUrl() {
    String user = "://admin:" + TestingServer.ADMIN_PASSWORD + "@";
    return server.httpUrl().toString().replace("://", user) + "/scm/" + repository.path() + ".git";
  }

  @Test
  void aReadOfRestTakesOne() {
    Map<String, Long> costs = new LinkedHashMap<>();
    List<String> reads =
        List.of(
            "", "/branches", "/tags", "/default-branch", "/files", "/browse", "/raw/file?at=main");
    for (String read : reads) {
      costs.put(read, statements(() -> assertThat(admin.get(path + read).status()).isEqualTo(200)));
    }
    assertThat(costs).allSatisfy((_, statements) -> assertThat(statements).isEqualTo(1));
  }

  @Test
  void aPageTakesOne() {
    Map<String, Long> costs = new LinkedHashMap<>();
    for (String page :
        List.of("/browse", "/browse/file", "/branches", "/tags", "/raw/file?at=main")) {
      costs.put(page, statements(() -> assertThat(page(page)).isEqualTo(200)));
    }
    assertThat(costs).allSatisfy((_, statements) -> assertThat(statements).isEqualTo(1));
  }

  /**
   * Three, which are the session, the one that all take and the time of the last use, which is
   * written in a transaction: its begin goes with it, its commit is told as one more.
   */
  @Test
  void aPageOfWhoIsSignedInTakesThreeAndATransaction() {
    Map<String, Long> costs = new LinkedHashMap<>();
    try (HttpClient browser = signedIn()) {
      for (String page : List.of("/browse", "/browse/file", "/branches", "/tags", "/commits")) {
        costs.put(page, statements(() -> assertThat(status(browser, path + page)).isEqualTo(200)));
      }
    }
    assertThat(costs).allSatisfy((_, statements) -> assertThat(statements).isEqualTo(3 + 1));
  }

  private HttpClient signedIn() {
    HttpClient browser =
        HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    Matcher form = CSRF.matcher(send(browser, HttpRequest.newBuilder(url("login"))).body());
    assertThat(form.find()).isTrue();
    String fields =
        "username=admin&password=%s&_csrf=%s"
            .formatted(TestingServer.ADMIN_PASSWORD, form.group(1));
    HttpResponse<String> response =
        send(
            browser,
            HttpRequest.newBuilder(url("login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(fields)));
    assertThat(response.headers().firstValue("Location").orElseThrow()).doesNotContain("error");
    return browser;
  }

  @Test
  void aChangeOfAnyColumnCountsFromTheNextRequestOn() {
    admin.get(path);
    admin.put(path, "{'description':'said by the repository'}");
    assertThat(admin.get(path).at("/description")).isEqualTo("said by the repository");
    server
        .get(ProjectChanges.class)
        .update(repository.project().id(), new ProjectChange(null, "Renamed " + path, null, null));
    assertThat(admin.get(path).at("/project/name")).isEqualTo("Renamed " + path);
    server
        .get(JdbcClient.class)
        .sql("update repository set archived = true where id = ?")
        .param(repository.id())
        .update();
    assertThat(admin.get(path).at("/archived")).isEqualTo("true");
  }

  @Test
  void aMeasurementVoidsNothing() throws IOException {
    Runnable read = () -> assertThat(admin.get(path).status()).isEqualTo(200);
    statements(read);
    server.get(RepositorySizes.class).measure(repository.id());
    try (Statements statements = Statements.ofThreads("tomcat-handler")) {
      read.run();
      assertThat(statements.counted()).isEqualTo(1);
    }
  }

  /**
   * The statements of a request when all is remembered that can be: the fewest of four after three,
   * for what follows the push in the background may void something between two of them.
   */
  private static long statements(Runnable request) {
    request.run();
    request.run();
    request.run();
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      try (Statements statements = Statements.ofThreads("tomcat-handler")) {
        request.run();
        fewest = Math.min(fewest, statements.counted());
      }
    }
    return fewest;
  }

  private int page(String page) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return status(client, path + page);
    }
  }

  private int status(HttpClient client, String page) {
    return send(client, HttpRequest.newBuilder(url(page))).statusCode();
  }

  private URI url(String page) {
    return URI.create(server.httpUrl() + "/" + page);
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException("No response", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Stopped while waiting", e);
    }
  }
}
