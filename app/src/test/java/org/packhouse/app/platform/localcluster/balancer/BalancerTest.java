package org.packhouse.app.platform.localcluster.balancer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.StartRefusedException;

class BalancerTest {

  private static final int MEGABYTE = 1 << 20;

  private final List<Node> nodes = new ArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private int httpPort;
  private int sshPort;
  private Balancer balancer;

  @BeforeEach
  void start() throws IOException {
    nodes.add(new Node("one"));
    nodes.add(new Node("two"));
    httpPort = freePort();
    sshPort = freePort();
    List<Backend> backends = nodes.stream().map(node -> node.backend).toList();
    balancer = new Balancer(backends, httpPort, sshPort);
    await().until(() -> backends.stream().allMatch(Backend::isHealthy));
  }

  @AfterEach
  void stop() throws IOException {
    balancer.close();
    client.close();
    for (Node node : nodes) {
      node.close();
    }
  }

  @Test
  void tellsNodesWhoTheClientIsAndNothingThatTheClientClaims() throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(uri("/headers"))
                .header("X-Forwarded-For", "192.0.2.1")
                .header("X-Forwarded-Proto", "https")
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.body())
        .isEqualTo("127.0.0.1 http localhost:%d %d".formatted(httpPort, httpPort));
  }

  @Test
  void passesLargeBodiesBothWays() throws Exception {
    byte[] body = new byte[20 * MEGABYTE];
    HttpResponse<byte[]> response =
        client.send(
            HttpRequest.newBuilder(uri("/echo"))
                .expectContinue(true)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    assertThat(response.body()).isEqualTo(body);
  }

  @Test
  void sendsNothingNewToANodeThatSaysItDrainsOnTheSameConnectionEither() throws Exception {
    nodes.getFirst().status = 503;
    await().until(() -> !nodes.getFirst().backend.inRotation());
    Set<String> served = new TreeSet<>();
    for (int i = 0; i < 20; i++) {
      served.add(get("/name"));
    }
    assertThat(served).containsExactly("two");
  }

  @Test
  void letsANodeFinishWhatItHasBegunWhenItGetsNothingNew() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch response = new CountDownLatch(1);
    nodes.get(1).backend.hold(true);
    nodes.getFirst().slow =
        () -> {
          asked.countDown();
          response.await();
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> slow = threads.submit(() -> get("/slow"));
      asked.await();
      nodes.get(1).backend.hold(false);
      nodes.getFirst().backend.hold(true);
      assertThat(get("/name")).isEqualTo("two");
      response.countDown();
      assertThat(slow.get()).isEqualTo("one");
    }
  }

  @Test
  void goesToTheNextNodeWhenOneIsGone() throws Exception {
    Set<String> before = new TreeSet<>(List.of(get("/name")));
    nodes.getFirst().close();
    for (int i = 0; i < 10; i++) {
      before.add(get("/name"));
    }
    assertThat(before).contains("two");
    assertThat(nodes.getFirst().backend.inRotation()).isFalse();
  }

  @Test
  void refusesWithASentenceWhenNobodyServes() throws Exception {
    nodes.forEach(node -> node.backend.hold(true));
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(uri("/name")).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).isEqualTo("No node of this cluster takes requests now.\n");
    nodes.forEach(node -> node.backend.hold(false));
    assertThat(get("/name")).isIn("one", "two");
  }

  @Test
  void refusesWhatIsNotHttp() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpPort)) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nno header\r\n\r\n".getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void passesSshOnBehindAHeaderOfTheProxyProtocol() throws Exception {
    nodes.get(1).backend.hold(true);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), sshPort);
        Socket node = nodes.getFirst().ssh.accept()) {
      socket.getOutputStream().write("SSH-2.0-test\r\n".getBytes(UTF_8));
      byte[] header = node.getInputStream().readNBytes(28);
      assertThat(new String(header, 0, 12, UTF_8)).isEqualTo("\r\n\r\n\0\r\nQUIT\n");
      assertThat(header[12]).isEqualTo((byte) 0x21);
      assertThat(((header[24] & 0xff) << 8) + (header[25] & 0xff)).isEqualTo(socket.getLocalPort());
      assertThat(node.getInputStream().readNBytes(14))
          .isEqualTo("SSH-2.0-test\r\n".getBytes(UTF_8));
      node.getOutputStream().write("SSH-2.0-node\r\n".getBytes(UTF_8));
      node.shutdownOutput();
      assertThat(socket.getInputStream().readAllBytes())
          .isEqualTo("SSH-2.0-node\r\n".getBytes(UTF_8));
    }
  }

  @Test
  void saysWhichPortIsTaken() {
    assertThatThrownBy(() -> new Balancer(List.of(nodes.getFirst().backend), httpPort, freePort()))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageStartingWith("The load balancer cannot listen on port " + httpPort);
  }

  private String get(String path) throws IOException, InterruptedException {
    return client
        .send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private URI uri(String path) {
    return URI.create("http://localhost:" + httpPort + path);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  /** A server that says what it was asked, and by whom. */
  private static final class Node {

    private final String name;
    private final HttpServer http;
    private final ServerSocket ssh;
    private final Backend backend;
    private volatile int status = 200;
    private volatile Work slow = () -> {};

    Node(String name) throws IOException {
      this.name = name;
      InetAddress here = InetAddress.getLoopbackAddress();
      http = HttpServer.create(new InetSocketAddress(here, 0), 0);
      http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      ssh = new ServerSocket(0, 10, here);
      http.createContext("/status", exchange -> respond(exchange, status, new byte[0]));
      http.createContext("/name", exchange -> respond(exchange, 200, name.getBytes(UTF_8)));
      http.createContext("/headers", exchange -> respond(exchange, 200, headers(exchange)));
      http.createContext("/slow", this::answerSlowly);
      http.createContext(
          "/echo",
          exchange -> {
            try (InputStream body = exchange.getRequestBody()) {
              respond(exchange, 200, body.readAllBytes());
            }
          });
      http.start();
      backend =
          new Backend(name, http.getAddress(), (InetSocketAddress) ssh.getLocalSocketAddress());
    }

    private void answerSlowly(HttpExchange exchange) throws IOException {
      try {
        slow.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      respond(exchange, 200, name.getBytes(UTF_8));
    }

    private static byte[] headers(HttpExchange exchange) {
      return List.of("For", "Proto", "Host", "Port").stream()
          .map(it -> String.join("+", exchange.getRequestHeaders().get("X-Forwarded-" + it)))
          .reduce("%s %s"::formatted)
          .orElseThrow()
          .getBytes(UTF_8);
    }

    private static void respond(HttpExchange exchange, int status, byte[] body) throws IOException {
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }

    void close() throws IOException {
      http.stop(0);
      ssh.close();
    }
  }
}
