package org.packhouse.app.engine.admission;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.packhouse.app.engine.connector.FramedPush.END_OF_HEADERS;
import static org.packhouse.app.engine.connector.FramedPush.END_OF_STREAM;
import static org.packhouse.app.engine.connector.FramedPush.HEADERS;
import static org.packhouse.app.engine.connector.FramedPush.WINDOW_UPDATE;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.connector.Commands;
import org.packhouse.app.engine.connector.FramedPush;
import org.packhouse.app.engine.connector.TestServlet;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;

/** Clients that take a response slowly. */
class SlowResponsesTest {

  private static final int LENGTH = 12_000_000;
  private static TestingServer server;

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("server.connection-timeout", "1s")
            .with("server.write-timeout", "10s")
            .start();
  }

  /** Serves a long answer at a path of its own. */
  private static String serve(Runnable whenCut) {
    String path = "/" + TestingPeople.uniqueName("long");
    TestServlet.add(
        server,
        path,
        (request, response) -> {
          byte[] block = new byte[10_000];
          try {
            for (int sent = 0; sent < LENGTH; sent += block.length) {
              response.getOutputStream().write(block);
            }
          } catch (IOException e) {
            whenCut.run();
            throw e;
          }
        });
    return path + "/answer";
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** They take nothing at all for longer than a silent request may last. */
  @Test
  void areServedToTheEndWhileTheyTakeSomething() throws Exception {
    String path = serve(() -> {});
    try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> plain = both.submit(() -> download("--http1.1", path));
      Future<String> framed = both.submit(() -> download("--http2-prior-knowledge", path));
      assertThat(plain.get()).isEqualTo("200 " + LENGTH);
      assertThat(framed.get()).isEqualTo("200 " + LENGTH);
    }
  }

  /** A byte now and then is progress, but none that is worth a thread. */
  @Test
  void areCutOffWhoTakeNextToNothing() throws Exception {
    byte[] windowOfOneByte = {0, 4, 0, 0, 0, 1};
    CountDownLatch cut = new CountDownLatch(1);
    String path = serve(cut::countDown);
    try (FramedPush client = FramedPush.stranger(server, windowOfOneByte)) {
      client.send(HEADERS, END_OF_HEADERS | END_OF_STREAM, 1, FramedPush.get(path));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> {
            client.send(WINDOW_UPDATE, 0, 1, new byte[] {0, 0, 0, 1});
            return cut.await(0, SECONDS);
          });
    }
    await().until(() -> server.get(Exchanges.class).running() == 0);
  }

  private static String download(String version, String path)
      throws IOException, InterruptedException {
    return Commands.run(
        List.of(
            "curl",
            "--silent",
            version,
            "--limit-rate",
            "900k",
            "--output",
            "/dev/null",
            "--write-out",
            "%{http_code} %{size_download}",
            server.httpUrl() + path));
  }
}
