package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.TestingServer;

/** The connectors under settings that a test of its own server needs. */
class ConnectorTest {

  private static final String RUNNING = "{\"state\":\"RUNNING\"}";

  @TempDir Path directory;

  @Test
  void speaksHttp2OverTlsAndPlainHttpOnAnotherConnector() throws Exception {
    int plain = FreePort.next();
    TestCertificate certificate = TestCertificate.create(directory);
    try (TestingServer server =
        certificate
            .configure(TestingServer.builder())
            .with("server.additional-connector.1.port", Integer.toString(plain))
            .with("server.additional-connector.1.address", "127.0.0.1")
            .start()) {
      String https = "https://localhost:" + server.httpUrl().getPort() + "/status";
      assertThat(curl("--insecure", "--write-out", " %{http_version}", https))
          .isEqualTo(RUNNING + " 2");
      assertThat(curl("--insecure", "--http1.1", "--write-out", " %{http_version}", https))
          .isEqualTo(RUNNING + " 1.1");
      String http = "http://127.0.0.1:" + plain + "/status";
      assertThat(curl("--write-out", " %{http_version}", http)).isEqualTo(RUNNING + " 1.1");
      assertThat(curl("--http2-prior-knowledge", "--write-out", " %{http_version}", http))
          .isEqualTo(RUNNING + " 2");
    }
  }

  @Test
  void answersInFullWhatCameWithAnUpgradeToHttp2() throws Exception {
    TestingServer server = TestingServer.shared();
    TestServlet.add(
        server,
        "/long",
        (request, response) -> response.getOutputStream().write(new byte[300_000]));
    assertThat(
            curl(
                "--http2",
                "--max-time",
                "10",
                "--output",
                "/dev/null",
                "--write-out",
                "%{http_version} %{size_download}",
                server.httpUrl() + "/long/answer"))
        .isEqualTo("2 300000");
  }

  @Test
  void readsItsKeyFromPemFilesOnEitherConnector() throws Exception {
    int second = FreePort.next();
    TestCertificate.create(directory).exportPem(directory);
    String crt = directory.resolve("server.crt").toString();
    String key = directory.resolve("server.key").toString();
    try (TestingServer server =
        TestingServer.builder()
            .with("server.ssl.certificate", crt)
            .with("server.ssl.certificate-private-key", key)
            .with("server.additional-connector.2.port", Integer.toString(second))
            .with("server.additional-connector.2.ssl.certificate", crt)
            .with("server.additional-connector.2.ssl.certificate-private-key", key)
            .start()) {
      for (int port : List.of(server.httpUrl().getPort(), second)) {
        assertThat(curl("--cacert", crt, "https://localhost:" + port + "/status"))
            .isEqualTo(RUNNING);
      }
    }
  }

  @Test
  void answersBelowItsContextPathOnly() throws Exception {
    try (TestingServer server =
        TestingServer.builder().with("server.context-path", "/house/git").start()) {
      assertThat(curl(server.httpUrl() + "/house/git/status")).isEqualTo(RUNNING);
      assertThat(curl(server.httpUrl() + "/house/git/scm/a/b.git/HEAD")).contains("dumb HTTP");
      assertThat(status(server.httpUrl() + "/status")).isEqualTo("404");
      assertThat(
              curl(
                  "--output",
                  "/dev/null",
                  "--write-out",
                  "%{redirect_url}",
                  server.httpUrl() + "/house/git/scm/a/b.git"))
          .endsWith("/house/git/projects/A/repos/b/browse");
    }
  }

  @Test
  void believesForwardedHeadersOfTrustedProxiesAlone() throws Exception {
    try (TestingServer server =
        TestingServer.builder().with("server.trusted-proxies", "127.0.0.0/8,10.0.0.1").start()) {
      assertThat(logLineOfForwardedRequest(server)).startsWith("203.0.113.9 | https | ");
    }
    assertThat(logLineOfForwardedRequest(TestingServer.shared())).startsWith("127.0.0.1 | http | ");
  }

  @Test
  void tellsWhatAProxyHides() throws Exception {
    try (TestingServer server =
        TestingServer.builder()
            .with("server.proxy-name", "git.example.org")
            .with("server.proxy-port", "443")
            .with("server.scheme", "https")
            .start()) {
      TestServlet.add(
          server,
          "/echo",
          (request, response) ->
              response.getWriter().print(request.getRequestURL() + " " + request.isSecure()));
      assertThat(curl(server.httpUrl() + "/echo/a"))
          .isEqualTo("https://git.example.org/echo/a true");
    }
  }

  @Test
  void saysThatItIsStartingWhileItStarts() throws Exception {
    int port = FreePort.next();
    List<String> seen = new ArrayList<>();
    Thread watcher =
        Thread.ofVirtual()
            .start(() -> {
              while (!seen.contains(RUNNING + " 200")) {
                try {
                  seen.add(
                      Commands.tryRun(
                              null,
                              java.util.Map.of(),
                              List.of(
                                  "curl",
                                  "--silent",
                                  "--write-out",
                                  " %{http_code}",
                                  "http://localhost:" + port + "/status"))
                          .output());
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
            });
    try (TestingServer server =
        TestingServer.builder().with("server.port", Integer.toString(port)).start()) {
      await().until(() -> !watcher.isAlive());
      assertThat(server.httpUrl().getPort()).isEqualTo(port);
      assertThat(seen).contains("{\"state\":\"STARTING\"} 503");
    }
  }

  private static String logLineOfForwardedRequest(TestingServer server) throws Exception {
    String id =
        curl(
            "--output",
            "/dev/null",
            "--write-out",
            "%header{x-arequestid}",
            "--header",
            "X-Forwarded-For: 198.51.100.7, 203.0.113.9",
            "--header",
            "X-Forwarded-Proto: https",
            "--http1.1",
            server.httpUrl().toString().replace("localhost", "127.0.0.1") + "/status");
    Path log = server.home().resolve("log/access.log");
    await().until(() -> lineOf(log, id).length() > 0);
    return lineOf(log, id);
  }

  private static String lineOf(Path log, String id) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(id + " "))
        .findFirst()
        .orElse("");
  }

  private static String status(String url) throws Exception {
    return curl("--output", "/dev/null", "--write-out", "%{http_code}", url);
  }

  private static String curl(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("curl", "--silent", "--show-error"));
    command.addAll(List.of(arguments));
    return Commands.run(command);
  }
}
