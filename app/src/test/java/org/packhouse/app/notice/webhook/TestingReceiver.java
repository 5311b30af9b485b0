package org.packhouse.app.notice.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A receiver of webhooks on a port of its own, which keeps what it is told. */
final class TestingReceiver implements AutoCloseable {

  private final HttpServer server;
  private final List<Told> told = new CopyOnWriteArrayList<>();
  private final AtomicInteger status = new AtomicInteger(200);
  private final AtomicInteger untilOther = new AtomicInteger(-1);
  private volatile int other;

  TestingReceiver() throws IOException {
    this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  private TestingReceiver(HttpServer server) {
    this.server = server;
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::take);
    server.start();
  }

  /** One with a certificate that nobody vouches for. */
  static TestingReceiver withTls() throws IOException {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(TestingCertificate.context()));
    return new TestingReceiver(server);
  }

  /** A request. */
  record Told(String event, String id, String signature, String authorization, String body) {
    JsonNode json() {
      return JsonMapper.shared().readTree(body);
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      int answer = untilOther.getAndDecrement() == 0 ? other : status.get();
      if (answer == 200) {
        told.add(
            new Told(
                header(exchange, "X-Event-Key"),
                header(exchange, "X-Request-Id"),
                header(exchange, "X-Hub-Signature"),
                header(exchange, "Authorization"),
                new String(body, StandardCharsets.UTF_8)));
      }
      exchange.getResponseHeaders().add("Location", "http://127.0.0.1:9/elsewhere");
      byte[] words = "Thank you. ".repeat(5000).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer, 0);
      exchange.getResponseBody().write(words);
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  /** What it says from now on. */
  void answer(int newStatus) {
    status.set(newStatus);
  }

  /** What it says once, after so many more. */
  void answerOnce(int after, int otherStatus) {
    other = otherStatus;
    untilOther.set(after);
  }

  List<Told> told() {
    return told;
  }

  String url() {
    return (server instanceof HttpsServer ? "https" : "http")
        + "://127.0.0.1:"
        + server.getAddress().getPort()
        + "/hook?token=t";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
