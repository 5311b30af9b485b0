package org.packhouse.app.notice.imageproxy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A host with images on a port of its own, which keeps the headers that it is asked with. */
public final class ImageHost implements AutoCloseable {

  /** One black pixel. */
  public static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Headers> asked = new CopyOnWriteArrayList<>();

  /** Starts one that shows {@link #PNG} at {@code /pixel.png}. */
  public ImageHost() throws IOException {
    this("127.0.0.1");
  }

  ImageHost(String address) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(address), 0), 0);
    server.setExecutor(threads);
    at("/pixel.png", "image/png", PNG);
    server.start();
  }

  /** Shows something. */
  public ImageHost at(String path, String type, byte[] bytes) {
    return at(
        path,
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", type);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  /** Does something. */
  ImageHost at(String path, HttpHandler handler) {
    server.createContext(
        path,
        exchange -> {
          asked.add(exchange.getRequestHeaders());
          try (exchange) {
            handler.handle(exchange);
          }
        });
    return this;
  }

  /** Leads elsewhere. */
  ImageHost redirect(String path, String to) {
    return at(
        path,
        exchange -> {
          exchange.getResponseHeaders().add("Location", to);
          exchange.sendResponseHeaders(302, -1);
        });
  }

  /** Leads from {@code /round} to the address under which a server shows just that. */
  public void redirectToItself(String server, ImageAddresses addresses) {
    redirect("/round", server + addresses.path(url("/round")).orElseThrow());
  }

  /** Sends without end, in pieces, as fast as they are taken or with pauses. */
  static void endless(HttpExchange exchange, byte[] first, long pauseMillis) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(first);
    byte[] piece = new byte[pauseMillis == 0 ? 65_536 : 1];
    try {
      while (!Thread.interrupted()) {
        exchange.getResponseBody().write(piece);
        exchange.getResponseBody().flush();
        Thread.sleep(pauseMillis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The headers of each request. */
  List<Headers> asked() {
    return asked;
  }

  /** The URL of a path. */
  public String url(String path) {
    return "http://%s:%d%s"
        .formatted(
            server.getAddress().getAddress().getHostAddress(), server.getAddress().getPort(), path);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
