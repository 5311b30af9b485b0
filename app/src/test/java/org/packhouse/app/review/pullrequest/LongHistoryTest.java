package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;

/**
 * A history whose messages are far longer together than the heap of a server that runs as the
 * launcher runs it, though the pack that brings it is small.
 */
@Tag("full")
@Tag("hostile")
class LongHistoryTest {

  private static final int COMMITS = 20_000;

  /** One of so many commits has the long message: it takes a while to read all of them. */
  private static final int SHORT = 10;

  private static final String MESSAGE = "Say a lot\n\n" + "nothing new\n".repeat(75_000);
  private static final String REST = "/rest/api/latest/projects/LONG/repos/long";
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;

  @TempDir private Path directory;

  @Test
  void isReadByEveryReader() throws Exception {
    List<String> addresses = addresses();
    try (ServerProcess server =
        ServerProcess.on(directory.resolve("home"), TestingDatabase.createMigrated())
            .withLauncherFlags()) {
      server.start();
      server.create("/projects", "{\"key\": \"LONG\", \"name\": \"Long\", \"public\": true}");
      server.create("/projects/LONG/repos", "{\"name\": \"long\", \"public\": true}");
      push(server);
      open(server, "main");
      String strategies =
          """
          {"mergeConfig": {"commitSummaries": 50, "strategies": [{"id": "squash"}, {"id": "no-ff"}]}}\
          """;
      assertThat(server.exchange("POST", REST + "/settings/pull-requests", strategies).statusCode())
          .isEqualTo(OK);
      assertThat(server.read(REST + "/browse/f?blame=true&at=long")).isEqualTo(OK);
      assertThat(server.read("/projects/LONG/repos/long/browse/f?blame=true&at=long"))
          .isEqualTo(OK);
      List<String> wrong = new ArrayList<>();
      for (String address : addresses) {
        int status = server.read(address);
        if (status >= SERVER_ERROR) {
          wrong.add(status + " " + address);
        }
      }
      assertThat(wrong).isEmpty();
      for (String strategy : List.of("squash", "no-ff")) {
        merge(server, strategy);
      }
      assertThat(server.isAlive()).isTrue();
      assertThat(server.logged()).doesNotContain("OutOfMemoryError");
    }
  }

  private static List<String> addresses() {
    Map<String, String> variables = new HashMap<>();
    List.of("key", "projectKey").forEach(it -> variables.put(it, "LONG"));
    List.of("slug", "repositorySlug").forEach(it -> variables.put(it, "long"));
    List.of("commitId", "commit", "id").forEach(it -> variables.put(it, "long"));
    variables.put("pullRequestId", "1");
    variables.put("number", "1");
    variables.put("path", "f");
    return EveryReader.of(TestingServer.shared(), variables).stream()
        .map(it ->
            it
                + "?at=refs/heads/long&until=long&since=main&from=long&to=main&sourceBranch=long"
                + "&targetBranch=main&details=true&orderBy=MODIFICATION&blame=true&limit=1000")
        .toList();
  }

  private void push(ServerProcess server) throws IOException, InterruptedException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    Process importing =
        new ProcessBuilder("git", "fast-import", "--quiet")
            .directory(work.directory().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream stream = new BufferedOutputStream(importing.getOutputStream())) {
      stream.write(commit("main", 1, "First\n").getBytes(StandardCharsets.US_ASCII));
      stream.write("reset refs/heads/long\nfrom :1\n\n".getBytes(StandardCharsets.US_ASCII));
      for (int i = 2; i <= COMMITS; i++) {
        String message = i % SHORT == 0 ? MESSAGE : "Say little\n";
        stream.write(commit("long", i, message).getBytes(StandardCharsets.US_ASCII));
      }
    }
    assertThat(importing.waitFor()).isZero();
    work.git("push", "--quiet", server.urlAsAdmin("/scm/long/long.git"), "main", "long");
  }

  /** Lets the first line be what only the first commit has written, so that all are looked at. */
  private static String commit(String branch, int number, String message) {
    return """
    commit refs/heads/%s
    mark :%d
    committer Ada <ada@example.org> %d +0000
    data %d
    %s
    M 100644 inline f
    data <<END
    first
    %d
    END

    """
        .formatted(branch, number, 1_700_000_000 + number, message.length(), message, number);
  }

  private static void merge(ServerProcess server, String strategy)
      throws IOException, InterruptedException {
    String target = "into-" + strategy;
    String branch = "{\"name\": \"%s\", \"startPoint\": \"main\"}".formatted(target);
    assertThat(server.exchange("POST", REST + "/branches", branch).statusCode()).isEqualTo(OK);
    String opened = open(server, target);
    String id = opened.replaceFirst("(?s).*?\"id\":(\\d+).*", "$1");
    HttpResponse<String> merged =
        server.exchange(
            "POST",
            REST + "/pull-requests/" + id + "/merge?version=0",
            "{\"strategyId\": \"%s\"}".formatted(strategy));
    assertThat(merged.statusCode()).as(merged.body()).isEqualTo(OK);
  }

  private static String open(ServerProcess server, String target)
      throws IOException, InterruptedException {
    return server.create(
        "/projects/LONG/repos/long/pull-requests",
        """
        {"title": "Long", "fromRef": {"id": "refs/heads/long"}, "toRef": {"id": "refs/heads/%s"}}\
        """
            .formatted(target));
  }
}
