package org.packhouse.lab.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.packhouse.lab.target.Endpoint;

/** A server that answers ten bytes to everything unless told otherwise. */
public final class TinyServer implements AutoCloseable {

  /** A way to treat a request. */
  @FunctionalInterface
  public interface Manner {
    /** Answers it. */
    void respond(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicReference<Manner> manner = new AtomicReference<>(TinyServer::tenBytes);
  private final List<String> paths = new CopyOnWriteArrayList<>();

  /** Starts it. */
  public TinyServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    paths.add(exchange.getRequestURI().getPath());
    try (exchange) {
      manner.get().respond(exchange);
    }
  }

  /** Answers what an operation wants. */
  public static void tenBytes(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 10);
    exchange.getResponseBody().write(new byte[10]);
  }

  /** What it does from now on. */
  public void manner(Manner next) {
    manner.set(next);
  }

  /** The paths that it was asked for, in the order of their requests. */
  public List<String> paths() {
    return paths;
  }

  /** Where it listens. */
  public Endpoint endpoint() {
    return new Endpoint(
        URI.create("http://localhost:" + server.getAddress().getPort()), null, null, "/", null);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
