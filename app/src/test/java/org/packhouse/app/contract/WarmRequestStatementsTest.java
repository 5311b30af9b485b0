package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.ProjectChange;
import org.packhouse.app.hosting.project.ProjectChanges;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySizes;
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

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @BeforeAll
  void push(@TempDir Path folder) {
    GitFixture git = GitFixture.workTree(folder.resolve("work"));
    git.commit("file", "1\n");
    git.git("push", "-q", url(), "HEAD:refs/heads/main");
  }

  private String url() {
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

  /** The statements of the fourth of four: what can be remembered is by then. */
  private static long statements(Runnable request) {
    request.run();
    request.run();
    request.run();
    try (Statements statements = Statements.ofThreads("tomcat-handler")) {
      request.run();
      return statements.counted();
    }
  }

  private int page(String page) {
    URI url = URI.create(server.httpUrl() + "/" + path + page);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      throw new IllegalStateException("No answer from " + url, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Stopped while waiting for " + url, e);
    }
  }
}
