package org.packhouse.scmcache.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.scmcache.Responses.full;
import static org.packhouse.scmcache.Responses.key;
import static org.packhouse.scmcache.Responses.producer;
import static org.packhouse.scmcache.Responses.unneeded;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.Receiver;
import org.packhouse.scmcache.ScmCache.Outcome;
import org.packhouse.scmcache.StoredEntry;

class EvictionTest {

  private static final int LENGTH = 200_000;
  private static final long ROOM = 20L * LENGTH;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  @TempDir private Path directory;
  private FileScmCache cache;

  @BeforeEach
  void open() throws IOException {
    FileCacheSettings settings = FileCacheSettings.in(directory).within(ROOM, 0);
    cache = FileScmCache.open(settings, Clock.systemUTC(), meters);
  }

  @AfterEach
  void close() {
    cache.close();
  }

  @Test
  void keepsWhatIsAskedForOftenWhenManyAreAskedForOnce() throws IOException {
    for (int round = 0; round < 10; round++) {
      for (int hot = 0; hot < 5; hot++) {
        ask(hot);
      }
    }
    for (int cold = 100; cold < 200; cold++) {
      ask(cold);
    }
    for (int hot = 0; hot < 5; hot++) {
      assertThat(cache.serve(full(hot), unneeded(), new Receiver())).isEqualTo(Outcome.HIT);
    }
  }

  @Test
  void fillsItsRoomAndNoMore() throws IOException {
    for (int number = 0; number < 60; number++) {
      ask(number);
      assertThat(used()).isLessThanOrEqualTo(ROOM);
    }
    assertThat(cache.statistics().bytes()).isGreaterThan(ROOM / 2);
    assertThat(cache.statistics().evictions()).isGreaterThan(30);
    assertThat(meters.get("scm.cache.evictions").functionCounter().count())
        .isEqualTo((double) cache.statistics().evictions());
    assertThat(meters.get("scm.cache.eviction.age").timer().count())
        .isEqualTo(cache.statistics().evictions());
  }

  @Test
  void givesUpFewOfThoseThatAreBeingSentAndStoresMoreWhenTheyWere() throws IOException {
    List<HeldClient> slow = new ArrayList<>();
    for (int number = 0; number < 19; number++) {
      ask(number);
      HeldClient client = new HeldClient();
      cache.serve(full(number), unneeded(), client);
      slow.add(client);
    }
    assertThat(cache.statistics().evictions()).isZero();
    for (int number = 100; number < 110; number++) {
      ask(number);
      assertThat(used()).isLessThanOrEqualTo(ROOM);
    }
    assertThat(cache.entries()).hasSizeGreaterThan(10);
    assertThat(cache.statistics().steppedAside()).isFalse();
    slow.forEach(client -> client.file().close());
    ask(200);
    assertThat(cache.entries()).extracting(StoredEntry::key).contains(key(7, 200));
  }

  /** Nothing forbidden may be found stored, whenever it was finished. */
  @Test
  void storesNothingThatWasForbiddenAsItWasFinished() throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 300; round++) {
        int number = round;
        Future<?> asking =
            clients.submit(() -> cache.serve(full(number), producer(number, 10), new Receiver()));
        while (cache.statistics().misses() <= round) {
          Thread.onSpinWait();
        }
        cache.retain(7, _ -> false);
        asking.get();
        assertThat(cache.entries()).isEmpty();
      }
    }
    assertThat(used()).isZero();
  }

  private void ask(int number) throws IOException {
    cache.serve(full(number), producer(number, LENGTH), new Receiver());
  }

  private long used() {
    return (long) meters.get("scm.cache.used").gauge().value();
  }
}
