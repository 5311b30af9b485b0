package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.git.RawPush.NOTHING;
import static org.packhouse.app.engine.git.RawPush.ascii;
import static org.packhouse.app.engine.git.RawPush.join;
import static org.packhouse.app.engine.git.RawPush.line;
import static org.packhouse.app.engine.git.RawPush.pack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingServer;

/** Pushes that say very much before their pack. */
class LongPushRequestTest {

  private static final int TIPS = 20_000;

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private Pushing pushing;

  @BeforeEach
  void makeRepository() {
    pushing = new Pushing(server, directory);
  }

  @Test
  void areToldOfEachTipThatIsMissing() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < TIPS; i++) {
      body.writeBytes(
          line(
              "%s %040x refs/heads/b%d%s"
                  .formatted(NOTHING, i + 1, i, i == 0 ? "\0report-status side-band-64k" : "")));
    }
    String response =
        RawPush.send(server, pushing.path(), join(body.toByteArray(), ascii("0000"), pack()));
    assertThat(response)
        .contains("unpack ok", "ng refs/heads/b0 missing", "ng refs/heads/b19999 missing");
    assertThat(pushing.bare().git("for-each-ref")).isEmpty();
  }

  @Test
  void areRefusedWithTooManyShallowCommits() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i <= 50_000; i++) {
      body.writeBytes(line("shallow %040x".formatted(i + 1)));
    }
    assertThat(RawPush.send(server, pushing.path(), body.toByteArray()))
        .contains("ERR ", "More than 50000 shallow commits in one push are not accepted");
  }

  @Test
  void areRefusedIfTheyInflateToTooMuch() throws Exception {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (GZIPOutputStream deflated = new GZIPOutputStream(body)) {
      String name = "refs/heads/" + "n".repeat(60_000);
      for (int i = 0; i < 600; i++) {
        deflated.write(line("%s %040x %s%d".formatted(NOTHING, i + 1, name, i)));
      }
    }
    assertThat(body.size()).isLessThan(1_000_000);
    assertThat(sendDeflated(body.toByteArray()))
        .contains("ERR ", "The request is larger than the server allows");
  }

  private String sendDeflated(byte[] body) throws IOException, InterruptedException {
    String credentials = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(server.httpUrl() + "/scm" + pushing.path() + "/git-receive-pack"))
            .header(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(ascii(credentials)))
            .header("Content-Type", "application/x-git-receive-pack-request")
            .header("Content-Encoding", "gzip")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }
}
