package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A node is killed as soon as it has said "ok" to a push, with listeners that have not heard of it
 * and a receiver that is being told: the other node tells both within a minute.
 */
@Tag("full")
@Tag("nodes")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class KilledNodeTest {

  private static final int PUSHES = 8;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path directory;
  private final Path homes = PackagedServer.newDirectory();
  private final CountDownLatch dead = new CountDownLatch(1);
  private final List<String> told = new CopyOnWriteArrayList<>();

  /**
   * @param held whether the receiver keeps the first delivery unanswered until the node is dead, so
   *     that everything waits behind it
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatItHadAcknowledgedIsToldByAnotherInOrderAndAtLeastOnce(boolean held) throws Exception {
    if (!held) {
      dead.countDown();
    }
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", this::take);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    receiver.setExecutor(threads);
    receiver.start();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        PackagedServer other = node("other", postgres).start();
        PackagedServer killed = node("killed", postgres).start()) {
      other.rest().createRepository("KILL", "r");
      other
          .rest()
          .post(
              "/rest/api/latest/projects/KILL/repos/r/webhooks",
              Map.of(
                  "name",
                  "Builds",
                  "url",
                  "http://127.0.0.1:" + receiver.getAddress().getPort() + "/",
                  "events",
                  List.of("repo:refs_changed")));
      Shell ada = new Shell(directory);
      Path work = ada.repository("work");
      List<String> pushed = new ArrayList<>();
      for (int i = 0; i < PUSHES; i++) {
        ada.commit(work, "file", "content " + i + "\n");
        ada.git(work, "push", "-q", killed.httpUrl("kill", "r"), "HEAD:refs/heads/main");
        pushed.add(ada.git(work, "rev-parse", "HEAD").strip());
      }
      await().atMost(MINUTE).until(() -> !held || !told.isEmpty());
      killed.kill();
      dead.countDown();
      await().atMost(MINUTE).untilAsserted(() -> assertThat(told).containsAll(pushed));
      assertThat(new LinkedHashSet<>(told)).containsExactlyElementsOf(pushed);
      if (held) {
        // The first was never answered for the node that told it.
        assertThat(told).filteredOn(pushed.getFirst()::equals).hasSizeGreaterThan(1);
        assertThat(told.subList(told.size() - PUSHES + 1, told.size()))
            .containsExactlyElementsOf(pushed.subList(1, PUSHES));
      }
      await().atMost(MINUTE).until(() -> pending(postgres) == 0);
      ada.git(directory, "clone", "-q", other.httpUrl("kill", "r"), "after");
      assertThat(ada.git(directory.resolve("after"), "rev-parse", "HEAD").strip())
          .isEqualTo(pushed.getLast());
    } finally {
      dead.countDown();
      receiver.stop(0);
      threads.shutdownNow();
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode body = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
      told.add(body.at("/changes/0/toHash").asString());
      dead.await();
      exchange.sendResponseHeaders(204, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long pending(EmbeddedPostgres postgres) throws Exception {
    try (var connection = postgres.getPostgresDatabase().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select count(*) from outbox_event")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private PackagedServer.Builder node(String name, EmbeddedPostgres postgres) {
    return PackagedServer.builder(homes.resolve(name))
        .with("packhouse.shared-home", homes.resolve("shared").toString())
        .with("webhook.allowed-addresses", "127.0.0.0/8")
        .with("jdbc.url", postgres.getJdbcUrl("postgres", "postgres"))
        .with("jdbc.user", "postgres")
        .with("jdbc.password", "postgres");
  }
}
