package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;

/** Texts that become a thousand times as long, on a server that runs as the launcher runs it. */
@Tag("full")
@Tag("hostile")
class MarkdownBombTest {

  private static final int AT_ONCE = 8;
  private static final String REST = "/rest/api/latest/projects/BOMB/repos/bomb";
  private static final String PAGES = "/projects/BOMB/repos/bomb";
  private static final String SENTENCE = "The text is shown as it was written";

  @TempDir Path directory;

  @Test
  void endNoServerByWhicheverWayTheyCome() throws Exception {
    try (ServerProcess server =
        ServerProcess.on(directory.resolve("home"), TestingDatabase.createMigrated())
            .withLauncherFlags()) {
      server.start();
      server.create("/projects", "{\"key\": \"BOMB\", \"name\": \"Bomb\", \"public\": true}");
      server.create("/projects/BOMB/repos", "{\"name\": \"bomb\", \"public\": true}");
      push(server);
      String preview = bomb(64_000, 16_000);
      all(() -> server.exchange("POST", "/rest/api/latest/markup/preview", preview));
      all(() -> server.exchange("GET", PAGES + "/browse", ""));
      all(() -> server.exchange("GET", PAGES + "/browse/README.md", ""));
      all(() -> server.exchange("GET", REST + "/raw/README.md?markup", ""));
      comment(server);
      all(() -> server.exchange("GET", PAGES + "/pull-requests/1", ""));
      assertThat(server.isAlive()).isTrue();
      assertThat(server.logged()).doesNotContain("OutOfMemoryError");
    }
  }

  private static String bomb(int address, int uses) {
    return "[a]: /" + "u".repeat(address) + "\n\n" + "[a] ".repeat(uses);
  }

  private void push(ServerProcess server) {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    String url = server.urlAsAdmin("/scm/bomb/bomb.git");
    work.commit("README.md", bomb(250_000, 60_000));
    work.git("push", "--quiet", url, "HEAD:refs/heads/main");
    work.commit("other.txt", "other\n");
    work.git("push", "--quiet", url, "HEAD:refs/heads/change");
  }

  private static void comment(ServerProcess server) throws IOException, InterruptedException {
    server.create(
        "/projects/BOMB/repos/bomb/pull-requests",
        """
        {"title": "Bomb", "fromRef": {"id": "refs/heads/change"}, "toRef": {"id": "refs/heads/main"}}\
        """);
    String text = bomb(12_000, 5_000).replace("\n", "\\n");
    for (int i = 0; i < 3; i++) {
      server.create(
          "/projects/BOMB/repos/bomb/pull-requests/1/comments",
          "{\"text\": \"%s\"}".formatted(text));
    }
  }

  private static void all(Callable<HttpResponse<String>> request) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<String>>> responses = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        responses.add(threads.submit(request));
      }
      for (Future<HttpResponse<String>> response : responses) {
        assertThat(response.get().statusCode()).isEqualTo(200);
        assertThat(response.get().body()).contains(SENTENCE).hasSizeLessThan(20 << 20);
      }
    }
  }
}
