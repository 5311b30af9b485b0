package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.slf4j.LoggerFactory;

/** Looks that strangers fill no table of the server for good. */
class SharedTablesTest {

  private static final int EACH = 60;

  /** Rounds until tables that are bounded are full. */
  private static final int WARM = 1;

  /** One of its own: who fails to sign in so often is refused for a while. */
  private final TestingServer server =
      TestingServer.builder().with("auth.free-failures-per-address", "100000").start();

  private final Repository repository = TestingProjects.in(server).repository();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void noTableGrowsWithWhatIsAsked() {
    for (int round = 0; round < WARM; round++) {
      ask(round);
    }
    int meters = server.get(MeterRegistry.class).getMeters().size();
    int loggers = loggers();
    Map<String, Long> before = SharedTables.of(server);
    ask(WARM);
    Map<String, Long> grown = new TreeMap<>();
    SharedTables.of(server)
        .forEach((field, size) -> {
          long more = size - before.getOrDefault(field, 0L);
          if (more >= EACH / 2) {
            grown.put(field, more);
          }
        });
    assertThat(grown).isEmpty();
    assertThat(server.get(MeterRegistry.class).getMeters().size() - meters).isLessThan(EACH / 4);
    assertThat(loggers() - loggers).isLessThan(EACH / 4);
  }

  private static int loggers() {
    return ((LoggerContext) LoggerFactory.getILoggerFactory()).getLoggerList().size();
  }

  private void ask(int round) {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      IntStream.range(0, EACH)
          .mapToObj(i -> "odd" + (round * EACH + i) + "x")
          .forEach(word -> threads.execute(() -> ask(word)));
    }
  }

  private void ask(String word) {
    String repo = "projects/" + repository.project().key() + "/repos/" + repository.slug();
    String key = "ck" + Integer.toString(Integer.parseInt(word.replaceAll("\\D", "")), 36);
    String token =
        Base64.getEncoder().encodeToString((word + ":x").getBytes(StandardCharsets.UTF_8));
    String admin =
        "Authorization: Basic "
            + Base64.getEncoder()
                .encodeToString(
                    (TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD)
                        .getBytes(StandardCharsets.UTF_8));
    String api = "/rest/api/latest/";
    Stream.of(
            request("GET", "/" + word, "User-Agent: " + word),
            request(word.toUpperCase(java.util.Locale.ROOT), "/", ""),
            request("GET", api + "projects/" + word, "Accept: application/" + word),
            request(
                "GET", api + "users?" + word + "=" + word, "Accept-Language: " + language(word)),
            request("GET", "/login", "Accept-Language: " + language(word)),
            request("GET", "/login?" + word, "X-" + word + ": " + word),
            request("GET", "/scm/" + word + "/" + word + ".git/info/refs?service=" + word, ""),
            request("GET", api + "projects", "Authorization: Basic " + token),
            request("GET", api + "projects", "Authorization: Bearer " + word),
            request("GET", api + repo + "/browse/" + word + "?at=" + word, admin),
            request("GET", "/" + repo + "/browse/" + word + "?at=" + word, admin),
            request("GET", api + repo + "/branches?filterText=" + word + "&orderBy=" + word, admin),
            request("GET", api + "logs/logger/org." + word, admin),
            request("GET", api + "repos?name=" + word + "&permission=" + word, admin),
            request("GET", "/rest/search/latest/search?query=" + word, admin),
            body("PUT", api + repo + "/settings/hooks/" + word + "/settings", word, admin),
            body("POST", api + "markup/preview?" + word, word, admin),
            body("POST", api + repo + "/webhooks", word, admin),
            body(
                "POST", api + repo + "/webhooks/test?url=http://" + key + ".invalid/", word, admin),
            body("POST", "/rest/build-status/latest/commits/" + word, word, admin),
            body("POST", "/rest/branch-permissions/latest/" + repo + "/restrictions", word, admin))
        .forEach(this::send);
  }

  private static String language(String word) {
    String digits = Integer.toString(Integer.parseInt(word.replaceAll("\\D", "")) + 1000, 26);
    return digits.replaceAll("[0-9]", "q") + "-x-" + word;
  }

  private static String request(String method, String path, String header) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + (header.isEmpty() ? "" : header + "\r\n")
        + "\r\n";
  }

  private static String body(String method, String path, String word, String header) {
    String body =
        "{\"%s\":\"%s\",\"name\":\"%s\",\"url\":\"http://%s\",\"events\":[\"%s\"],\"type\":\"%s\",\"matcher\":{\"id\":\"%s*\",\"type\":{\"id\":\"%s\"}}}"
            .replace("%s", word);
    return request(
            method,
            path,
            header + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length())
        + body;
  }

  private void send(String request) {
    try (Socket socket = new Socket("localhost", server.httpUrl().getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(response).as(request).startsWith("HTTP/1.1 ").doesNotStartWith("HTTP/1.1 5");
    } catch (IOException e) {
      throw new IllegalStateException(request, e);
    }
  }
}
