package org.packhouse.app.platform.localcluster.balancer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Polls every node's {@code /status} twice a second; only 200 means that it serves. */
final class HealthChecks implements AutoCloseable {

  private static final Duration EVERY = Duration.ofMillis(500);

  /** A stalled node is out of rotation after this and {@link #EVERY}. */
  private static final Duration PATIENCE = Duration.ofMillis(1_200);

  private static final int SERVES = 200;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(PATIENCE)
          .build();
  private final ScheduledExecutorService threads;

  HealthChecks(List<Backend> backends) {
    threads =
        Executors.newScheduledThreadPool(
            backends.size(), Thread.ofPlatform().daemon().name("health-check-", 0).factory());
    for (Backend backend : backends) {
      var _ =
          threads.scheduleAtFixedRate(
              () -> backend.healthy(serves(backend.http())),
              0,
              EVERY.toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  private boolean serves(InetSocketAddress node) {
    URI status = URI.create("http://%s:%d/status".formatted(node.getHostString(), node.getPort()));
    try {
      return client
              .send(
                  HttpRequest.newBuilder(status).timeout(PATIENCE).build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == SERVES;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    client.shutdownNow();
  }
}
