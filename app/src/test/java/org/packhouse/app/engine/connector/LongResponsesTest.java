package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.admission.Exchange;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.scmcache.ResponseFile;

/** Responses that take longer than a request may. */
class LongResponsesTest {

  private static final int LENGTH = 15_000_000;

  private static TestingServer server;

  @TempDir private static Path directory;

  @BeforeAll
  static void start() throws IOException {
    // The shorter the other time-out, the more often it is looked which requests are too long.
    server =
        TestingServer.builder()
            .with("server.request-timeout", "1s")
            .with("server.write-timeout", "10s")
            .start();
    Path file = directory.resolve("stored");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(LENGTH);
    }
    TestServlet.add(
        server,
        "/stored",
        (request, response) -> {
          response.setContentLengthLong(2L * LENGTH);
          response.flushBuffer();
          assertThat(Exchange.of(request).transport().sendNow(twice(file))).isTrue();
          Exchange.of(request).sentLater(2L * LENGTH);
        });
    TestServlet.add(
        server,
        "/made",
        (request, response) -> {
          byte[] block = new byte[10_000];
          response.setContentLengthLong(2L * LENGTH);
          for (int sent = 0; sent < 2 * LENGTH; sent += block.length) {
            response.getOutputStream().write(block);
          }
        });
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ResponseFile twice(Path file) {
    return new ResponseFile() {
      @Override
      public List<Range> ranges() {
        Range whole = new Range(file, 0, LENGTH);
        return List.of(whole, whole);
      }

      @Override
      public long length() {
        return 2L * LENGTH;
      }

      @Override
      public void close() {
        // The test's directory goes as a whole.
      }
    };
  }

  @Test
  void comeToTheirEndIfTheyAreStored() throws Exception {
    assertThat(download("/stored/file")).isEqualTo("0 " + 2 * LENGTH);
  }

  @Test
  void areCutOffIfTheyAreStillMade() throws Exception {
    assertThat(download("/made/answer")).startsWith("18 ");
  }

  /** Downloads slowly; gives the exit code of curl (18: a part alone came) and the bytes. */
  private static String download(String path) throws IOException, InterruptedException {
    return Commands.tryRun(
            null,
            Map.of(),
            List.of(
                "curl",
                "--silent",
                "--http1.1",
                "--limit-rate",
                "2500k",
                "--output",
                "/dev/null",
                "--write-out",
                "%{exitcode} %{size_download}",
                server.httpUrl() + path))
        .output();
  }
}
