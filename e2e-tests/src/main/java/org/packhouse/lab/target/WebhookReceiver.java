package org.packhouse.lab.target;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** A receiver of webhooks in the lab itself: it takes each delivery and counts it. */
final class WebhookReceiver implements AutoCloseable {

  private final LongAdder deliveries = new LongAdder();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private WebhookReceiver(HttpServer server) {
    this.server = server;
  }

  /** Starts one on a free port of the loopback address. */
  static WebhookReceiver start() throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(PackhouseNode.HOST), 0);
    WebhookReceiver receiver = new WebhookReceiver(HttpServer.create(address, 0));
    receiver.server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            receiver.deliveries.increment();
            exchange.sendResponseHeaders(204, -1);
          }
        });
    receiver.server.setExecutor(receiver.threads);
    receiver.server.start();
    return receiver;
  }

  /** Where it listens. */
  URI url() {
    return URI.create("http://%s:%d/".formatted(PackhouseNode.HOST, server.getAddress().getPort()));
  }

  /** How many deliveries it has taken. */
  long deliveries() {
    return deliveries.sum();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
