package org.packhouse.app.source.browse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;

/** A file of 100 MB, and its former version, on a server whose heap has not much more. */
@Tag("full")
@Tag("source")
class LargeFileTest {

  private static final int SIZE = 100 << 20;
  private static final String LINE = "%057d line";
  private static final int LINES = SIZE / 64;

  @TempDir Path directory;

  @Test
  void areReadInBoundedMemory() throws Exception {
    try (ServerProcess server =
            ServerProcess.on(directory.resolve("home"), TestingDatabase.createMigrated());
        HttpClient client = HttpClient.newHttpClient()) {
      server.start();
      server.create("/projects", "{\"key\": \"BIG\", \"name\": \"Big\"}");
      server.create("/projects/BIG/repos", "{\"name\": \"big\"}");
      push(server);
      String home = server.url() + "/rest/api/1.0/projects/BIG/repos/big";
      assertThat(length(client, home + "/raw/lines.txt")).isEqualTo(SIZE);
      ask(client, home + "/raw/lines.txt?at=main~1");
      ask(client, home + "/browse/lines.txt?type=true");
      ask(client, home + "/browse/lines.txt?size=true");
      ask(client, home + "/browse/lines.txt?limit=1000");
      ask(client, home + "/browse/lines.txt?at=main~1&limit=10");
      ask(client, home + "/commits/main/diff/lines.txt");
      ask(client, home + "/commits/main/diff");
      ask(client, home + "/commits/main/changes");
      assertThat(body(client, home + "/browse/lines.txt?start=1000000&limit=1"))
          .contains(LINE.formatted(1_000_000));
      assertThat(server.logged()).doesNotContain("OutOfMemoryError");
    }
  }

  private void push(ServerProcess server) throws IOException {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    write(git, 0);
    git.commitAll("Large");
    write(git, 7);
    git.commitAll("Large, and changed a little");
    git.git("push", "-q", server.urlAsAdmin("/scm/big/big.git"), "main");
  }

  private static void write(GitFixture git, int changed) throws IOException {
    try (OutputStream lines =
        new BufferedOutputStream(Files.newOutputStream(git.directory().resolve("lines.txt")))) {
      for (int i = 0; i < LINES; i++) {
        String text = LINE.formatted(i == LINES / 2 ? i + changed : i);
        lines.write((text + " \n").getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  private static HttpRequest request(String url) {
    String pair = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    return HttpRequest.newBuilder(URI.create(url))
        .header("Authorization", "Basic " + basic)
        .build();
  }

  /** Nothing fails: it is answered, or said to be too large. */
  private static void ask(HttpClient client, String url) throws Exception {
    HttpResponse<InputStream> response = client.send(request(url), BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      body.transferTo(OutputStream.nullOutputStream());
    }
    assertThat(response.statusCode()).as(url).isLessThan(500);
  }

  private static String body(HttpClient client, String url) throws Exception {
    return client.send(request(url), BodyHandlers.ofString()).body();
  }

  private static long length(HttpClient client, String url) throws Exception {
    HttpResponse<InputStream> response = client.send(request(url), BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      return body.transferTo(OutputStream.nullOutputStream());
    }
  }
}
