package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** What a read asks of the database when all is remembered that may be: docs/adr says which. */
class WarmReadStatementsTest {

  private static final long MOST_OF_REST = 3;
  private static final long MOST_OF_PAGE = 3;

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String place =
      "/projects/" + repository.project().key() + "/repos/" + repository.slug();

  @TempDir private Path folder;

  @BeforeEach
  void push() {
    GitFixture git = GitFixture.workTree(folder.resolve("work"));
    git.commit("file", "1\n");
    String url = server.httpUrl().toString();
    git.git(
        "push",
        "-q",
        url.replace("://", "://admin:" + TestingServer.ADMIN_PASSWORD + "@")
            + "/scm/"
            + repository.path()
            + ".git",
        "HEAD:refs/heads/main");
  }

  @Test
  void aRestReadAsksForCallerRepositoryAndRefVersion() {
    for (String read : new String[] {"", "/branches", "/tags", "/browse", "/files", "/raw/file"}) {
      String path = (place + read).substring(1);
      admin.get(path);
      admin.get(path);
      try (Statements statements = Statements.ofThreads("tomcat-handler")) {
        assertThat(admin.get(path).status()).isEqualTo(200);
        assertThat(statements.counted()).as(read).isBetween(1L, MOST_OF_REST);
      }
    }
  }

  @Test
  void aPageAsksForTheSame() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (String page : new String[] {"/browse", "/browse/file", "/commits", "/branches"}) {
        open(client, page);
        open(client, page);
        try (Statements statements = Statements.ofThreads("tomcat-handler")) {
          open(client, page);
          assertThat(statements.counted()).as(page).isBetween(1L, MOST_OF_PAGE);
        }
      }
    }
  }

  private void open(HttpClient client, String page) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + place + page)).build();
    assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
  }
}
