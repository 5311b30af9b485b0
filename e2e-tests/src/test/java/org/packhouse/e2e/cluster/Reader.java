package org.packhouse.e2e.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.packhouse.e2e.harness.PackagedServer;

/** Somebody who reads by REST from one node, five times a second, and takes the time. */
final class Reader implements Runnable {

  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final int node;
  private final List<PackagedServer> nodes;
  private final String slug;
  private final AtomicBoolean over;
  private final List<Read> reads = new ArrayList<>();

  Reader(int node, List<PackagedServer> nodes, String slug, AtomicBoolean over) {
    this.node = node;
    this.nodes = nodes;
    this.slug = slug;
    this.over = over;
  }

  /**
   * One read.
   *
   * @param at when it began, of {@link System#nanoTime}
   * @param millis how long it took
   */
  record Read(long at, double millis, boolean succeeded) {}

  @Override
  public void run() {
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
      while (!over.get()) {
        add(read(http));
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private synchronized void add(Read read) {
    reads.add(read);
  }

  private Read read(HttpClient http) {
    String signIn = PackagedServer.ADMIN + ":" + PackagedServer.PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(
                nodes
                    .get(node)
                    .url()
                    .resolve("/rest/api/latest/projects/" + ClusterRun.PROJECT + "/repos/" + slug))
            .header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(signIn.getBytes(UTF_8)))
            .timeout(LIMIT)
            .build();
    long start = System.nanoTime();
    boolean succeeded = false;
    try {
      succeeded = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException _) {
      // That is what is counted.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    double millis = (System.nanoTime() - start) / (double) TimeUnit.MILLISECONDS.toNanos(1);
    return new Read(start, millis, succeeded);
  }

  /** A line on what was read between two times: how often, failures, p50 and p99. */
  synchronized String line(long from, long to) {
    List<Read> between = reads.stream().filter(it -> it.at() >= from && it.at() < to).toList();
    List<Double> took = between.stream().map(Read::millis).sorted().toList();
    if (took.isEmpty()) {
      return "node-%d: nothing".formatted(node + 1);
    }
    return "node-%d: %d reads, %d failed, p50 %.0f ms, p99 %.0f ms"
        .formatted(
            node + 1,
            took.size(),
            between.stream().filter(it -> !it.succeeded()).count(),
            took.get(took.size() / 2),
            took.get(Math.min(took.size() - 1, took.size() * 99 / 100)));
  }
}
