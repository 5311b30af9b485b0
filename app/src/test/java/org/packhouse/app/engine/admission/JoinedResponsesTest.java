package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.connector.Commands;
import org.packhouse.app.engine.connector.TestServlet;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.scmcache.ResponseFile;

/** Responses of several files, sent by the kernel while the request is served. */
class JoinedResponsesTest {

  private static final int LENGTH = 12_000_000;
  private static final int FIRST = 1_000;
  private static final int LAST = 70_000;

  @TempDir static Path directory;
  private static TestingServer server;
  private static byte[] body;
  private static Path own;
  private static Path part;

  @BeforeAll
  static void start() throws IOException {
    server = TestingServer.builder().with("server.write-timeout", "10s").start();
    body = new byte[LENGTH];
    new Random(5).nextBytes(body);
    byte[] ends = Arrays.copyOf(body, FIRST + LAST);
    System.arraycopy(body, LENGTH - LAST, ends, FIRST, LAST);
    own = Files.write(directory.resolve("own"), ends);
    part = Files.write(directory.resolve("part"), Arrays.copyOfRange(body, FIRST, LENGTH - LAST));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /**
   * Serves the response at a path of its own.
   *
   * @param missing so many bytes are not in the files though it is said that they are
   */
  private static URI serve(int missing, Runnable whenCut) {
    String path = "/" + TestingPeople.uniqueName("joined");
    TestServlet.add(
        server,
        path,
        (request, response) -> {
          ResponseFile file = new Joined(LENGTH + missing);
          response.setContentLengthLong(file.length());
          response.getOutputStream().flush();
          try {
            assertThat(Exchange.of(request).transport().sendNow(file)).isTrue();
          } catch (IOException e) {
            whenCut.run();
            throw e;
          }
        });
    return server.httpUrl().resolve(path + "/answer");
  }

  private record Joined(long length) implements ResponseFile {
    @Override
    public List<Range> ranges() {
      return List.of(
          new Range(own, 0, FIRST),
          new Range(part, 0, LENGTH - FIRST - LAST),
          new Range(own, FIRST, length - LENGTH + LAST));
    }

    @Override
    public void close() {
      // The files are the test's.
    }
  }

  @Test
  void areWholeAndFollowedByTheNextOnTheSameConnection() throws Exception {
    URI uri = serve(0, () -> {});
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (int time = 0; time < 3; time++) {
        HttpResponse<byte[]> response =
            client.send(
                HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(body);
        assertThat(response.headers().firstValueAsLong("content-length")).hasValue(LENGTH);
      }
    }
  }

  @Test
  void reachAClientThatReadsSlowly() throws Exception {
    assertThat(
            Commands.run(
                List.of(
                    "curl",
                    "--silent",
                    "--limit-rate",
                    "900k",
                    "--output",
                    directory.resolve("slow").toString(),
                    "--write-out",
                    "%{http_code} %{size_download}",
                    serve(0, () -> {}).toString())))
        .isEqualTo("200 " + LENGTH);
    assertThat(directory.resolve("slow")).hasBinaryContent(body);
  }

  @Test
  void endWithTheConnectionWhereAFileIsTooShort() throws Exception {
    CountDownLatch cut = new CountDownLatch(1);
    URI uri = serve(5, cut::countDown);
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      assertThatThrownBy(() ->
              client.send(
                  HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray()))
          .isInstanceOf(IOException.class);
    }
    cut.await();
  }

  @Test
  void areCutOffFromAClientThatStopsReading() throws Exception {
    CountDownLatch cut = new CountDownLatch(1);
    URI uri = serve(0, cut::countDown);
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), uri.getPort())) {
      client
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .formatted(uri.getPath())
                  .getBytes(StandardCharsets.US_ASCII));
      InputStream in = client.getInputStream();
      assertThat(in.readNBytes(FIRST)).hasSize(FIRST);
      await().atMost(Duration.ofMinutes(1)).until(() -> cut.getCount() == 0);
    }
    await().until(() -> server.get(Exchanges.class).running() == 0);
  }
}
