package org.packhouse.app.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;

class GitServletTest {

  private final TestingServer server = TestingServer.shared();

  @Test
  void saysThatItRuns() throws Exception {
    HttpResponse<String> response = get("/status");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("{\"state\":\"RUNNING\"}");
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValue("application/json;charset=UTF-8");
  }

  @Test
  void saysThatItWaitsToBeSetUp() throws Exception {
    try (TestingServer fresh =
        TestingServer.builder()
            .without("setup.sysadmin.username")
            .without("setup.sysadmin.password")
            .start()) {
      HttpResponse<String> response =
          send(HttpRequest.newBuilder(fresh.httpUrl().resolve("/status")).build());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("{\"state\":\"FIRST_RUN\"}");
    }
  }

  @Test
  void givesEveryReplyARequestId() throws Exception {
    for (String path : List.of("/status", "/scm/none/there.git/HEAD", "/", "/%ff", "/a%00b")) {
      assertThat(get(path).headers().firstValue("X-AREQUESTID").orElseThrow())
          .as(path)
          .matches("@[0-9A-Z]+x\\d{1,4}x\\d+x\\d+");
    }
  }

  @Test
  void writesALineToTheAccessLog() throws Exception {
    String id =
        get("/scm/key/log.git/HEAD?token=secret")
            .headers()
            .firstValue("X-AREQUESTID")
            .orElseThrow();

    Path log = server.home().resolve("log/access.log");
    await().until(() -> !lineOf(log, id).isEmpty());
    assertThat(lineOf(log, id))
        .matches(
            "127\\.0\\.0\\.1 \\| http \\| @\\S+ \\| - \\| [-0-9]{10} [0-9:,]{12}"
                + " \\| \"GET /scm/key/log\\.git/HEAD HTTP/[12]\\.[01]\" \\| \"Java-http-client/\\S+\""
                + " \\| 403 \\| 0 \\| \\d+ \\| - \\| \\d+ \\| - \\|");
  }

  private static String lineOf(Path log, String id) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(id))
        .findFirst()
        .orElse("");
  }

  @Test
  void refusesTheDumbProtocolInASentence() throws Exception {
    for (String path : List.of("/info/refs", "/HEAD", "/objects/info/packs")) {
      HttpResponse<String> response = get("/scm/key/slug.git" + path);

      assertThat(response.statusCode()).as(path).isEqualTo(403);
      assertThat(response.body()).contains("The dumb HTTP protocol is not supported");
      assertThat(response.headers().firstValue("Content-Type"))
          .hasValue("text/plain;charset=UTF-8");
    }
  }

  @Test
  void refusesUnknownServicesAndPaths() throws Exception {
    assertThat(get("/scm/key/slug.git/info/refs?service=git-upload-archive").statusCode())
        .isEqualTo(403);
    assertThat(get("/scm/key/slug.git/config").statusCode()).isEqualTo(404);
    assertThat(get("/scm/").statusCode()).isEqualTo(404);
    assertThat(get("/scm/key").statusCode()).isEqualTo(404);
    assertThat(get("/scm/key/slug.git/git-upload-pack").statusCode()).isEqualTo(405);
  }

  @Test
  void takesOnlyTheContentTypeOfTheService() throws Exception {
    HttpRequest request =
        request("/scm/key/slug.git/git-upload-pack")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("a=b"))
            .build();

    assertThat(send(request).statusCode()).isEqualTo(415);
  }

  @Test
  void leadsABrowserFromTheCloneUrlToThePage() throws Exception {
    HttpResponse<String> response = get("/scm/key/Slug.git");

    assertThat(response.statusCode()).isEqualTo(302);
    assertThat(response.headers().firstValue("Location"))
        .hasValue("/projects/KEY/repos/slug/browse");
  }

  @Test
  void answersAMalformedUrlInTheFormOfItsClient() throws Exception {
    HttpResponse<String> rest = get("/rest/api/latest/projects/%00");
    assertThat(rest.statusCode()).isEqualTo(400);
    assertThat(rest.headers().firstValue("Content-Type"))
        .hasValue("application/json;charset=UTF-8");
    assertThat(rest.body()).contains("ArgumentValidationException", "The request is refused");

    HttpResponse<String> page = get("/projects/%00");
    assertThat(page.statusCode()).isEqualTo(400);
    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    assertThat(page.body()).startsWith("The request is refused").doesNotContain("<");
  }

  @Test
  void namesTheTargetThatHoldsWhatNoUrlMay() throws Exception {
    assertThat(exchange("GET /rest/api/1.0/projects/{} HTTP/1.1\r\nHost: x\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("application/json;charset=UTF-8", "[/rest/api/1.0/projects/{", "RFC 3986");
    assertThat(exchange("GET /projects/{} HTTP/1.1\r\nHost: x\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("text/plain;charset=UTF-8", "[/projects/{", "RFC 3986");
  }

  private String exchange(String request) throws IOException {
    try (Socket socket = new Socket(server.httpUrl().getHost(), server.httpUrl().getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.httpUrl().resolve(path));
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }
}
