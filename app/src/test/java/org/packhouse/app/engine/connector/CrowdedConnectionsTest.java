package org.packhouse.app.engine.connector;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.packhouse.app.engine.connector.FramedPush.HEADERS;
import static org.packhouse.app.engine.connector.FramedPush.PING;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;

/** Clients that open connections and never finish to say what they want. */
class CrowdedConnectionsTest {

  private static final int MAX = 40;
  private static final byte[] BEGINNING = "GET /status HTTP/1.1\r\nHost: loc".getBytes(US_ASCII);

  private static TestingServer server;

  private final List<Socket> sockets = new ArrayList<>();

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("server.max-connections", Integer.toString(MAX))
            .with("server.header-timeout", "3s")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void keepNobodyOut() throws Exception {
    for (int i = 0; i < 10 * MAX; i++) {
      beginning();
      if (i % MAX == 0) {
        assertServes();
      }
    }
    assertServes();
    assertThat(isClosed(sockets.getFirst())).isTrue();
  }

  @Test
  void losesTheConnectionWhoTricklesHeaders() throws Exception {
    Socket slow = beginning();
    await().atMost(Duration.ofSeconds(20)).until(() -> !trickle(slow) || isClosed(slow));
    assertServes();
  }

  @Test
  void losesItWithHttp2Too() throws Exception {
    FramedPush slow = FramedPush.stranger(server);
    slow.send(HEADERS, 0, 1, FramedPush.get("/status"));
    await().atMost(Duration.ofSeconds(20)).until(() -> ends(slow));
    slow.close();
  }

  /** Neither a silence between requests nor a long request is a head that takes too long. */
  @Test
  void keepsTheConnectionWhoRests() throws Exception {
    Socket resting = new Socket(InetAddress.getLoopbackAddress(), server.httpUrl().getPort());
    sockets.add(resting);
    byte[] request = "GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII);
    resting.getOutputStream().write(request);
    assertThat(answered(resting)).isTrue();
    await().pollDelay(Duration.ofSeconds(5)).atMost(Duration.ofSeconds(9)).until(() -> true);
    resting.getOutputStream().write(request);
    assertThat(answered(resting)).isTrue();
  }

  private Socket beginning() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.httpUrl().getPort());
    sockets.add(socket);
    socket.getOutputStream().write(BEGINNING);
    return socket;
  }

  private static boolean trickle(Socket socket) {
    try {
      socket.getOutputStream().write('x');
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout(100);
    try {
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean answered(Socket socket) throws IOException {
    StringBuilder response = new StringBuilder();
    while (response.indexOf("RUNNING\"}") < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        return false;
      }
      response.append((char) next);
    }
    return true;
  }

  private static boolean ends(FramedPush connection) {
    try {
      int type = connection.read().type();
      while (type != PING) {
        type = connection.read().type();
      }
      return false;
    } catch (IOException closed) {
      return true;
    }
  }

  private void assertServes() throws Exception {
    String url = server.httpUrl() + "/status";
    assertThat(Commands.run(List.of("curl", "--silent", "--max-time", "20", url)))
        .isEqualTo("{\"state\":\"RUNNING\"}");
  }
}
