package org.packhouse.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.Niceness;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;

/**
 * Every attack, one after another and then all at once for ten minutes: the server stays, people
 * who work on it notice little, and afterwards it holds no more than before. {@code
 * -Dhostile.minutes=N} makes it shorter.
 */
@Tag("full")
@Tag("hostile")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class HostileMinutesTest {

  private static final Duration LENGTH = Duration.ofMinutes(Long.getLong("hostile.minutes", 10));

  /** Pools of threads and connections may stay somewhat larger than they began. */
  private static final int KEPT_DESCRIPTORS = 60;

  private static final int KEPT_THREADS = 60;
  private static final long KEPT_HEAP = 96L << 20;

  @Test
  void servesPeopleWhileAllAttacksRunAtOnce(@TempDir Path directory) throws Exception {
    try (PackagedServer server =
        PackagedServer.builder(PackagedServer.newDirectory()).compiledForSpeed().start()) {
      Enemy enemy = new Enemy(server, shell(directory, "enemy"));
      NormalClient client = new NormalClient(server, shell(directory, "person"));
      Shell observer = shell(directory, "observer");
      Footprint before = Footprint.of(server, observer);
      try (ExecutorService threads = Executors.newCachedThreadPool()) {
        Future<?> working = threads.submit(client);
        try {
          enemy
              .attacks()
              .forEach((name, attack) -> {
                client.during(name);
                Enemy.attempt(attack);
                assertThat(server.process().isAlive()).as("After " + name).isTrue();
              });
          client.during("all at once");
          attackAtOnce(threads, enemy.attacks());
        } finally {
          client.stop();
        }
        working.get();
      }

      assertThat(server.process().isAlive()).as(server.console()).isTrue();
      System.out.println("Of people: " + client.counts() + ", ms for 99 %: " + client.slowest());
      System.out.println("Slow: " + client.slow());
      assertThat(client.errors()).isEmpty();
      // The JVM ends idle carriers of virtual threads, of which there are 256 by then, after
      // minutes.
      await()
          .atMost(Duration.ofMinutes(10))
          .pollInterval(Duration.ofSeconds(5))
          .untilAsserted(() -> assertNoMoreThan(before, Footprint.of(server, observer)));
    }
  }

  private static void attackAtOnce(ExecutorService threads, Map<String, Enemy.Attack> attacks)
      throws InterruptedException, ExecutionException {
    long until = System.nanoTime() + LENGTH.toNanos();
    List<Future<?>> attacking = new ArrayList<>();
    for (Enemy.Attack attack : attacks.values()) {
      attacking.add(
          threads.submit(() -> {
            Niceness.comeLast();
            while (System.nanoTime() < until) {
              Enemy.attempt(attack);
            }
          }));
    }
    for (Future<?> one : attacking) {
      one.get();
    }
  }

  private static void assertNoMoreThan(Footprint before, Footprint after) {
    assertThat(after.descriptors()).isLessThan(before.descriptors() + KEPT_DESCRIPTORS);
    assertThat(after.threads()).isLessThan(before.threads() + KEPT_THREADS);
    assertThat(after.children()).isLessThanOrEqualTo(before.children());
    assertThat(after.temporary()).isLessThanOrEqualTo(before.temporary());
    assertThat(after.heap()).isLessThan(before.heap() + KEPT_HEAP);
  }

  private static Shell shell(Path directory, String name) throws IOException {
    return new Shell(Files.createDirectory(directory.resolve(name)));
  }
}
