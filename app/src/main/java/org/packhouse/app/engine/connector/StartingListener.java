package org.packhouse.app.engine.connector;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.StatusServlet;
import org.packhouse.cluster.NodeState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerSslBundle;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;

/**
 * Answers on the server's port while the server starts: {@code /status} says STARTING, everything
 * else is told to come again. A node among others leaves the port closed: a load balancer tries
 * another node for whatever could not connect, and for no change that was answered.
 */
public final class StartingListener implements ApplicationListener<SpringApplicationEvent> {

  private static final Logger LOG = LoggerFactory.getLogger(StartingListener.class);
  private static final String DEFAULT_PORT = "7990";

  private final AtomicReference<@Nullable Opened> opened = new AtomicReference<>();

  /** For Spring Boot, which creates it by name. */
  public StartingListener() {}

  @Override
  public void onApplicationEvent(SpringApplicationEvent event) {
    if (event instanceof ApplicationPreparedEvent prepared
        && prepared.getApplicationContext() instanceof ServletWebServerApplicationContext context) {
      open(context);
    } else if (event instanceof ApplicationFailedEvent) {
      Opened left = opened.getAndSet(null);
      if (left != null) {
        left.start();
      }
    }
  }

  private void open(ServletWebServerApplicationContext context) {
    Environment environment = context.getEnvironment();
    String port = environment.getProperty("server.port", DEFAULT_PORT);
    if (port.equals("0") || port.equals("-1") || !answers(environment)) {
      return;
    }
    try {
      InetSocketAddress address = address(environment, Integer.parseInt(port));
      Opened now = new Opened(listen(environment, address), address);
      opened.set(now);
      context.getBeanFactory().registerSingleton("startingStatus", now);
    } catch (IOException | RuntimeException e) {
      LOG.debug("Nothing answers on port {} while the server starts", port, e);
    }
  }

  private static boolean answers(Environment environment) {
    Boolean set = environment.getProperty("server.answer-while-starting", Boolean.class);
    return set == null
        ? Stream.of("hazelcast.network.tcpip", "hazelcast.network.kubernetes")
            .noneMatch(key -> environment.getProperty(key, Boolean.class, false))
        : set;
  }

  private static InetSocketAddress address(Environment environment, int port) {
    InetAddress address =
        Binder.get(environment).bind("server.address", InetAddress.class).orElse(null);
    return address == null ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
  }

  private static HttpServer listen(Environment environment, InetSocketAddress socket)
      throws IOException {
    Binder binder = Binder.get(environment);
    @Nullable Ssl ssl = binder.bind("server.ssl", Ssl.class).orElse(null);
    if (ssl == null || !ssl.isEnabled() || ssl.getBundle() != null) {
      return HttpServer.create(socket, 0);
    }
    HttpsServer server = HttpsServer.create(socket, 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(WebServerSslBundle.get(ssl).createSslContext()));
    return server;
  }

  private static void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean status = exchange.getRequestURI().getPath().endsWith("/status");
      byte[] body =
          (status ? StatusServlet.body(NodeState.STARTING) : "The server is starting.\n")
              .getBytes(StandardCharsets.UTF_8);
      exchange
          .getResponseHeaders()
          .set(
              "Content-Type",
              status ? "application/json;charset=UTF-8" : "text/plain;charset=UTF-8");
      exchange.getResponseHeaders().set("Retry-After", "5");
      exchange.getResponseHeaders().set("Connection", "close");
      exchange.sendResponseHeaders(NodeState.STARTING.httpStatus(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static final class Opened implements SmartLifecycle {
    private static final Duration RELEASE_LIMIT = Duration.ofSeconds(10);
    private static final Duration RELEASE_INTERVAL = Duration.ofMillis(5);

    private final HttpServer server;
    private final InetSocketAddress address;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Opened(HttpServer server, InetSocketAddress address) {
      this.server = server;
      this.address = address;
      server.setExecutor(threads);
      server.createContext("/", StartingListener::respond);
      server.start();
    }

    @Override
    public void start() {
      server.stop(0);
      threads.close();
      awaitRelease();
    }

    /** A client that is being accepted keeps the port bound for a moment, and Tomcat binds once. */
    private void awaitRelease() {
      long end = System.nanoTime() + RELEASE_LIMIT.toNanos();
      while (!isFree() && System.nanoTime() < end) {
        LockSupport.parkNanos(RELEASE_INTERVAL.toNanos());
      }
    }

    private boolean isFree() {
      try (ServerSocket probe = new ServerSocket()) {
        probe.bind(address);
        return true;
      } catch (IOException e) {
        LOG.debug("{} is not free yet", address, e);
        return false;
      }
    }

    @Override
    public void stop() {
      // The start has stopped this listener already.
    }

    @Override
    public boolean isRunning() {
      return false;
    }

    @Override
    public int getPhase() {
      return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
    }
  }
}
