package org.packhouse.app.upkeep.imports;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real HTTP server that is not what an import hopes for. */
public final class OddServer implements AutoCloseable {

  public static final String USER = "jo";
  public static final String SECRET = "s3cr3t-of-jo";

  private static final String ADVERTISEMENT = "application/x-git-upload-pack-advertisement";

  public final AtomicInteger followed = new AtomicInteger();
  public final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final HttpServer server;

  public OddServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", exchange -> respond(exchange, 404, "text/plain", "nothing here"));
    server.createContext("/forbidden", exchange -> respond(exchange, 403, "text/plain", "no"));
    server.createContext("/broken", exchange -> respond(exchange, 500, "text/plain", "oh"));
    server.createContext("/page", exchange -> respond(exchange, 200, "text/html", "<html>\n"));
    server.createContext("/garbage", exchange -> respond(exchange, 200, ADVERTISEMENT, "<html>"));
    server.createContext("/redirect", this::redirect);
    server.createContext("/followed", this::followed);
    server.createContext("/private", this::askForPassword);
    server.createContext("/held", this::hold);
    server.createContext("/endless", OddServer::endless);
    server.createContext("/sha256", OddServer::sha256);
    server.start();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private static void respond(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private void redirect(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    exchange.getResponseHeaders().set("Location", url("/followed/x.git/info/refs?" + query));
    respond(exchange, 302, "text/plain", "there");
  }

  private void followed(HttpExchange exchange) throws IOException {
    followed.incrementAndGet();
    respond(exchange, 200, ADVERTISEMENT, "0000");
  }

  private static boolean isJo(HttpExchange exchange) {
    byte[] pair = (USER + ":" + SECRET).getBytes(StandardCharsets.UTF_8);
    return ("Basic " + Base64.getEncoder().encodeToString(pair))
        .equals(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  private void askForPassword(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"odd\"");
    respond(exchange, 401, "text/plain", "Invalid password " + SECRET + "\n");
  }

  /** Lets Jo in, and then says nothing. */
  private void hold(HttpExchange exchange) throws IOException {
    if (!isJo(exchange)) {
      askForPassword(exchange);
      return;
    }
    held.countDown();
    try (exchange) {
      release.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void endless(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", ADVERTISEMENT);
    exchange.sendResponseHeaders(200, 0);
    byte[] line = packet("# service=git-upload-pack\n" + "x".repeat(900) + "\n");
    try (exchange;
        OutputStream body = exchange.getResponseBody()) {
      while (!Thread.currentThread().isInterrupted()) {
        body.write(line);
      }
    }
  }

  private static void sha256(HttpExchange exchange) throws IOException {
    String id = "5".repeat(64);
    exchange.getResponseHeaders().set("Content-Type", ADVERTISEMENT);
    exchange.sendResponseHeaders(200, 0);
    try (exchange;
        OutputStream body = exchange.getResponseBody()) {
      body.write(packet("# service=git-upload-pack\n"));
      body.write("0000".getBytes(StandardCharsets.US_ASCII));
      body.write(
          packet(id + " HEAD\0symref=HEAD:refs/heads/main object-format=sha256 agent=odd\n"));
      body.write(packet(id + " refs/heads/main\n"));
      body.write("0000".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static byte[] packet(String text) {
    return ("%04x".formatted(text.length() + 4) + text).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    release.countDown();
    server.stop(0);
  }
}
