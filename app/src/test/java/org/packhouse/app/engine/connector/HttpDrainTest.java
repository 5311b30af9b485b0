package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingServer;

/** A server's treatment of its clients when it is told to stop. */
class HttpDrainTest {

  private static final long FILE_BYTES = 60L * 1024 * 1024;

  @TempDir Path directory;

  @Test
  void sendsAFileToItsEndThatTomcatSendsByItself() throws Exception {
    Path file = zeros();
    TestingServer server = TestingServer.builder().start();
    TestServlet.add(server, "/file", (request, response) -> sendfile(file, request, response));
    try (Socket client = get(server, "/file")) {
      HttpProtocol protocol =
          (HttpProtocol) server.get(HttpDrain.class).connectors().getFirst().getProtocolHandler();
      await().until(() -> protocol.sendingFiles() == 1);

      Thread stopping = Thread.ofPlatform().start(server::close);
      awaitClosedPort(server);

      assertThat(bodyLength(client.getInputStream())).isEqualTo(FILE_BYTES);
      assertThat(stopping.join(java.time.Duration.ofSeconds(30))).isTrue();
    }
  }

  @Test
  void sendsAFileToItsEndWhoseRequestEndsAfterTheStopBegan() throws Exception {
    Path file = zeros();
    TestingServer server = TestingServer.builder().start();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    TestServlet.add(
        server,
        "/late-file",
        (request, response) -> {
          begun.countDown();
          awaitLatch(mayEnd);
          sendfile(file, request, response);
        });
    try (Socket client = get(server, "/late-file")) {
      begun.await();
      Thread stopping = Thread.ofPlatform().start(server::close);
      awaitClosedPort(server);
      mayEnd.countDown();

      assertThat(bodyLength(client.getInputStream())).isEqualTo(FILE_BYTES);
      assertThat(stopping.join(java.time.Duration.ofSeconds(30))).isTrue();
    }
  }

  @Test
  void letsARequestEnd() throws Exception {
    TestingServer server = TestingServer.builder().start();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    TestServlet.add(
        server,
        "/long",
        (request, response) -> {
          begun.countDown();
          awaitLatch(mayEnd);
          response.getOutputStream().write("done".getBytes(StandardCharsets.UTF_8));
        });
    try (Socket client = get(server, "/long")) {
      begun.await();
      Thread stopping = Thread.ofPlatform().start(server::close);
      awaitClosedPort(server);
      mayEnd.countDown();

      assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .endsWith("done");
      assertThat(stopping.join(java.time.Duration.ofSeconds(30))).isTrue();
    }
  }

  @Test
  void cutsARequestOffThatDoesNotEndInTime() throws Exception {
    TestingServer server = TestingServer.builder().with("server.drain-timeout", "1s").start();
    CountDownLatch failed = new CountDownLatch(1);
    TestServlet.add(
        server,
        "/endless",
        (request, response) -> {
          byte[] block = new byte[64 * 1024];
          try {
            while (true) {
              response.getOutputStream().write(block);
            }
          } catch (IOException e) {
            failed.countDown();
          }
        });
    try (Socket client = get(server, "/endless")) {
      assertThat(client.getInputStream().read()).isPositive();
      server.close();
      failed.await();
    }
  }

  private Path zeros() throws IOException {
    Path file = directory.resolve("pack");
    try (RandomAccessFile filled = new RandomAccessFile(file.toFile(), "rw")) {
      filled.setLength(FILE_BYTES);
    }
    return file;
  }

  private static void sendfile(
      Path file, HttpServletRequest request, HttpServletResponse response) {
    response.setContentLengthLong(FILE_BYTES);
    request.setAttribute("org.apache.tomcat.sendfile.filename", file.toString());
    request.setAttribute("org.apache.tomcat.sendfile.start", 0L);
    request.setAttribute("org.apache.tomcat.sendfile.end", FILE_BYTES);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Socket get(TestingServer server, String path) throws IOException {
    Socket socket = new Socket("localhost", server.httpUrl().getPort());
    socket.setReceiveBufferSize(64 * 1024);
    socket
        .getOutputStream()
        .write(
            ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static void awaitClosedPort(TestingServer server) {
    int port = server.httpUrl().getPort();
    await()
        .until(() -> {
          try (Socket probe = new Socket("localhost", port)) {
            return !probe.isConnected();
          } catch (ConnectException e) {
            return true;
          }
        });
  }

  private static long bodyLength(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    assertThat(head).startsWith("HTTP/1.1 200");
    byte[] block = new byte[64 * 1024];
    long length = 0;
    int got = in.read(block);
    while (got >= 0) {
      length += got;
      got = in.read(block);
    }
    return length;
  }
}
