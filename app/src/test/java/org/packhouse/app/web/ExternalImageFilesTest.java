package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.identity.setup.SecretStore;
import org.packhouse.app.notice.imageproxy.ImageAddresses;
import org.packhouse.app.notice.imageproxy.ImageHost;
import org.packhouse.app.testing.TestingServer;

/** Images of other hosts, as browsers ask for them. */
class ExternalImageFilesTest {

  private final TestingServer server = TestingServer.shared();
  private final ImageAddresses addresses = server.get(ImageAddresses.class);

  @Test
  void anImageIsSentSandboxedAndKeptByTheBrowser() throws Exception {
    try (ImageHost host = new ImageHost()) {
      String path = addresses.path(host.url("/pixel.png")).orElseThrow();
      HttpResponse<byte[]> response = get(path, "x");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo(ImageHost.PNG);
      assertThat(header(response, "Content-Type")).isEqualTo("image/png");
      assertThat(header(response, "Content-Security-Policy"))
          .contains("default-src 'none'", "sandbox");
      assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(header(response, "Cache-Control")).isEqualTo("private, max-age=3600");
      assertThat(header(response, "Set-Cookie")).isEmpty();
      HttpResponse<byte[]> again = get(path, header(response, "ETag"));
      assertThat(again.statusCode()).isEqualTo(304);
    }
  }

  @Test
  void whatFailsHasNoBodyAndWhoLeadsRoundInCirclesNoImage() throws Exception {
    String path = addresses.path("http://127.0.0.3:9/x.png").orElseThrow();
    HttpResponse<byte[]> response = get(path, "x");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).isEmpty();
    try (ImageHost host = new ImageHost()) {
      host.redirectToItself(server.httpUrl().toString(), addresses);
      String round = addresses.path(host.url("/round")).orElseThrow();
      assertThat(get(round, "x").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void nobodyHasTheServerFetchWhatItHasNotSigned() throws Exception {
    String path = addresses.path("http://x.example/a.png").orElseThrow();
    String other = addresses.path("http://x.example/b.png").orElseThrow();
    String[] parts = path.substring(ImageAddresses.PREFIX.length()).split("/", -1);
    String[] others = other.substring(ImageAddresses.PREFIX.length()).split("/", -1);
    assertThat(addresses.read(parts[0], parts[1])).isPresent();
    assertThat(addresses.read(parts[0], others[1])).isEmpty();
    assertThat(addresses.read("", parts[1])).isEmpty();
    assertThat(addresses.read("AA", parts[1])).isEmpty();
    assertThat(addresses.read("%%%", "???")).isEmpty();
    assertThat(get(ImageAddresses.PREFIX + parts[0] + "/" + others[1], "x").statusCode())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "https://x.example, https://x.example/",
    "//x.example/a.png, https://x.example/a.png",
    "HTTP://x.example:8080/a?b=c&d#e, http://x.example:8080/a?b=c&d",
    "https://x.example/ü {a|b}.png, https://x.example/%C3%BC%20%7Ba%7Cb%7D.png"
  })
  void addressesAreReadAsBrowsersDo(String written, String asked) {
    String[] parts =
        addresses
            .path(written)
            .orElseThrow()
            .substring(ImageAddresses.PREFIX.length())
            .split("/", -1);
    assertThat(addresses.read(parts[0], parts[1]).orElseThrow().url()).isEqualTo(asked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data:image/png;base64,AAAA",
        "file:///etc/passwd",
        "ftp://x.example/a.png",
        "https://user:secret@x.example/a.png",
        "https:///a.png",
        "https://x.example:0/",
        "https://x.example:99999/",
        "https://x.example/\r\nHost: y",
        "https://[::1",
        "https://%31%32%37.0.0.1/",
        "javascript:alert(1)"
      })
  void whatCannotBeFetchedHasNoAddress(String written) {
    assertThat(addresses.path(written)).isEmpty();
  }

  @Test
  void theLongestAddressThatIsSignedCanBeAskedFor() throws Exception {
    String longest = "http://127.0.0.3:9/" + "x".repeat(2048 - 19);
    assertThat(get(addresses.path(longest).orElseThrow(), "x").statusCode()).isEqualTo(404);
    assertThat(addresses.path(longest + "x")).isEmpty();
    assertThat(addresses.path("https://x.example/" + "ü".repeat(1000))).isEmpty();
  }

  @Test
  void manyAtOnceLeaveTheServerAsItWas() throws Exception {
    try (ImageHost host = new ImageHost();
        ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      Iterable<Future<Integer>> all =
          IntStream.range(0, 500)
              .mapToObj(i -> addresses.path(host.url("/pixel.png?" + i)).orElseThrow())
              .map(path -> people.submit(() -> get(path, "x").statusCode()))
              .toList();
      for (Future<Integer> each : all) {
        assertThat(each.get()).isIn(200, 503);
      }
    }
    assertThat(get("/status", "x").statusCode()).isEqualTo(200);
  }

  @Test
  void allNodesSignAlike() {
    SecretStore seals = server.get(SecretStore.class);
    assertThat(seals.key("a")).hasSize(32).isEqualTo(seals.key("a")).isNotEqualTo(seals.key("b"));
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private HttpResponse<byte[]> get(String path, String tag) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(server.httpUrl() + path))
              .header("If-None-Match", tag)
              .build(),
          BodyHandlers.ofByteArray());
    }
  }
}
