package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.nfs.NfsMachines;

/** A file server that stops while hundreds read, as the probe and the door of a node see it. */
@Tag("full")
@Tag("nfs")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class SharedHomeAwayNfsTest {

  private static final int READERS = 400;
  private static final int QUESTIONS = 30;

  /** What operators are promised. */
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(1);

  private static final Duration ERROR_WITHIN = Duration.ofSeconds(2);
  private static final Duration RUNNING_WITHIN = Duration.ofSeconds(5);

  private static final String FILE = "pack";
  private static final Duration ASKED_EVERY = Duration.ofMillis(200);
  private static final Pattern FIGURE = Pattern.compile("([a-z]+)=([0-9]+)");

  private NfsMachines machines;
  private HttpClient balancer;

  @BeforeEach
  void startReaders() throws Exception {
    assumeThat(NfsMachines.missing()).as("what a machine with an NFS needs").isEmpty();
    machines = NfsMachines.start();
    Files.write(machines.shared().resolve(FILE), new byte[256 * 1024]);
    machines.startClient(
        1,
        "",
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            NfsReaders.class.getName(),
            Integer.toString(READERS),
            FILE));
    machines.awaitPort(1, NfsReaders.PORT);
    balancer = HttpClient.newBuilder().connectTimeout(ANSWERS_WITHIN).build();
  }

  @AfterEach
  void stop() throws Exception {
    if (machines != null) {
      ServerProcess.signal(machines.fileServer(), "CONT");
      machines.close();
    }
    if (balancer != null) {
      balancer.close();
    }
  }

  @Test
  void isSeenByAllAndStopsNobodyElse() throws Exception {
    await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> figure("read") > READERS);
    List<String> said = new ArrayList<>();
    ServerProcess.signal(machines.fileServer(), "STOP");
    await()
        .atMost(ERROR_WITHIN)
        .pollInterval(ASKED_EVERY)
        .until(() -> asked(said).startsWith("ERROR it has not answered for "));
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(ASKED_EVERY)
        .until(() -> {
          var _ = asked(said);
          return said.size() >= QUESTIONS;
        });
    assertThat(said.getLast()).startsWith("ERROR");
    assertThat(figure("inside")).isBetween(1, SharedHomeBulkhead.MAX_REQUESTS);
    // Those who are not inside go on to be told so.
    assertThat(figure("refused")).isGreaterThan(READERS - SharedHomeBulkhead.MAX_REQUESTS);

    ServerProcess.signal(machines.fileServer(), "CONT");
    await()
        .atMost(RUNNING_WITHIN)
        .pollInterval(ASKED_EVERY)
        .until(() -> asked(said).startsWith("RUNNING"));
    int then = figure("read");
    await().atMost(Duration.ofMinutes(1)).until(() -> figure("read") > then + READERS);
    assertThat(figure("failed")).isZero();
  }

  private String asked(List<String> said) throws IOException, InterruptedException {
    said.add(status());
    return said.getLast();
  }

  /** Fails if it takes longer than a load balancer waits. */
  private String status() throws IOException, InterruptedException {
    URI uri = URI.create("http://" + machines.address(1) + ":" + NfsReaders.PORT + "/status");
    return balancer
        .send(HttpRequest.newBuilder(uri).timeout(ANSWERS_WITHIN).build(), BodyHandlers.ofString())
        .body();
  }

  private int figure(String name) throws IOException, InterruptedException {
    return FIGURE
        .matcher(status())
        .results()
        .filter(found -> found.group(1).equals(name))
        .mapToInt(found -> Integer.parseInt(found.group(2)))
        .findFirst()
        .orElseThrow();
  }
}
