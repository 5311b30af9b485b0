package org.packhouse.app.engine.connector;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.catalina.connector.Connector;
import org.packhouse.app.engine.admission.Exchanges;
import org.packhouse.app.engine.admission.HttpSettings.DrainSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Drains HTTP at a stop: closes the server sockets before anything else stops, then waits for all
 * admitted requests, and for files that Tomcat sends after their servlet, which Spring Boot does
 * not see. The rest is cut off, and waited for so long that its child processes end.
 */
@Component
final class HttpDrain implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(HttpDrain.class);
  private static final Duration LAST_MOMENT = Duration.ofSeconds(5);
  private static final long LOOK_MILLIS = 50;

  /** A request may have ended whose file has not begun: only two idle looks in a row count. */
  private static final int IDLE_LOOKS = 2;

  private final ApplicationContext context;
  private final Exchanges exchanges;
  private final DrainSettings settings;
  private volatile boolean running;

  HttpDrain(ApplicationContext context, Exchanges exchanges, DrainSettings settings) {
    this.context = context;
    this.exchanges = exchanges;
    this.settings = settings;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE;
  }

  /** Runs once load balancers know, while everything that a request needs is still there. */
  @EventListener(ContextClosedEvent.class)
  @Order(Ordered.HIGHEST_PRECEDENCE + 1)
  void closeServerSockets() {
    connectors().forEach(HttpDrain::close);
  }

  @Override
  public void stop() {
    drain();
    running = false;
  }

  @Override
  public void stop(Runnable callback) {
    closeServerSockets();
    Thread.ofPlatform()
        .name("http-drain")
        .start(() -> {
          try {
            stop();
          } finally {
            callback.run();
          }
        });
  }

  private void drain() {
    List<Connector> connectors = connectors();
    connectors.forEach(HttpDrain::close);
    if (exchanges.running() > 0) {
      LOG.info("Waiting for {} HTTP requests to end", exchanges.running());
    }
    if (!idleWithin(settings.drainTimeout(), connectors)) {
      int aborted = exchanges.abortAll("the server stops");
      LOG.warn("{} HTTP requests were cut off after {}", aborted, settings.drainTimeout());
      idleWithin(LAST_MOMENT, connectors);
    }
    connectors.forEach(Connector::pause);
    idleWithin(LAST_MOMENT, connectors);
  }

  private boolean idleWithin(Duration time, List<Connector> connectors) {
    long deadline = System.nanoTime() + time.toNanos();
    int idle = 0;
    while (idle < IDLE_LOOKS) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      idle = exchanges.running() == 0 && sendingFiles(connectors) == 0 ? idle + 1 : 0;
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  private static int sendingFiles(List<Connector> connectors) {
    return connectors.stream()
        .mapToInt(connector -> ((HttpProtocol) connector.getProtocolHandler()).sendingFiles())
        .sum();
  }

  private static void close(Connector connector) {
    ((HttpProtocol) connector.getProtocolHandler()).stopAccepting();
  }

  List<Connector> connectors() {
    return context instanceof WebServerApplicationContext web
            && web.getWebServer() instanceof TomcatWebServer tomcat
        ? Stream.of(tomcat.getTomcat().getService().findConnectors()).toList()
        : List.of();
  }
}
