package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.TestingServer;

/** Requests that count as those which people wait for. */
class PeopleWaitTest {

  private static final String LIST = "/info/refs?service=git-upload-pack";

  private final TestingServer server = TestingServer.shared();

  @Test
  void arePagesAndRestThatReadsAndListsOfRefs() throws Exception {
    String repository = new FetchKit(server).url();
    assertThat(counted("/login")).containsExactly(1L, 0L, 0L);
    assertThat(counted("/rest/api/latest/application-properties")).containsExactly(0L, 1L, 0L);
    assertThat(counted(URI.create(repository + LIST))).containsExactly(0L, 0L, 1L);
    assertThat(counted("/status")).containsExactly(0L, 0L, 0L);
    // What git asks first, without a password, is refused at once.
    assertThat(counted(withoutPassword(repository))).containsExactly(0L, 0L, 0L);
  }

  @Test
  void aRequestWhoseLineIsTooLongLeavesNothingBehind() throws Exception {
    try (Socket socket = new Socket("localhost", server.httpUrl().getPort())) {
      String head = "GET /" + "x".repeat(300_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      assertThatCode(() -> socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII)))
          .satisfiesAnyOf(
              thrown -> assertThat(thrown).isNull(),
              // It has read enough, and answered.
              thrown -> assertThat(thrown).hasMessageContaining("Broken pipe"));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 4");
    }
    assertThat(counted("/login")).containsExactly(1L, 0L, 0L);
  }

  private List<Long> counted(String path) throws Exception {
    return counted(URI.create(server.httpUrl() + path));
  }

  /** How many pages, requests of REST and lists of refs that makes. */
  private List<Long> counted(URI uri) throws Exception {
    List<Long> before = counts();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request = HttpRequest.newBuilder(withoutUser(uri));
      if (uri.getUserInfo() != null) {
        byte[] pair = uri.getUserInfo().getBytes(StandardCharsets.UTF_8);
        request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
      }
      client.send(request.build(), HttpResponse.BodyHandlers.discarding());
    }
    Exchanges exchanges = server.get(Exchanges.class);
    await().until(() -> exchanges.running() == 0);
    List<Long> after = counts();
    return Stream.of(0, 1, 2).map(i -> after.get(i) - before.get(i)).toList();
  }

  private static URI withoutPassword(String repository) {
    return withoutUser(URI.create(repository + LIST));
  }

  private static URI withoutUser(URI uri) {
    return URI.create(uri.toString().replace(uri.getRawUserInfo() + "@", ""));
  }

  private List<Long> counts() {
    return Stream.of("page", "rest", "advertisement")
        .map(kind ->
            server.get(MeterRegistry.class).get("people.wait").tag("kind", kind).timer().count())
        .toList();
  }
}
