package org.packhouse.scmcache.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.packhouse.scmcache.Responses.bytes;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.scmcache.CacheStatistics;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.Receiver;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey.Admission;
import org.packhouse.scmcache.Responses;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.StoredEntry;

/** With many clients and little room, nobody receives a truncated or wrong response. */
class EvictionStressTest {

  private static final int NUMBERS = 40;
  private static final int REQUESTS = 40;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  @TempDir private Path directory;

  @Test
  void sendsWholeResponsesWhileOthersAreGivenUp() throws Exception {
    CacheStatistics counted = stress(4 * 1024 * 1024);
    assertThat(counted.evictions()).isPositive();
    assertThat(counted.hits()).isPositive();
  }

  /** Nearly every spool is exhausted within its response. */
  @Test
  void sendsWholeResponsesThatThereIsNoRoomFor() throws Exception {
    assertThat(stress(300_000).misses()).isPositive();
  }

  private CacheStatistics stress(long room) throws Exception {
    FileCacheSettings settings =
        FileCacheSettings.in(directory).within(room, 0).ahead(300_000, 200_000);
    try (FileScmCache cache = FileScmCache.open(settings, Clock.systemUTC(), meters);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> done = new ArrayList<>();
      for (int client = 0; client < 32; client++) {
        done.add(clients.submit(new Client(cache, client, room)));
      }
      for (Future<Void> each : done) {
        each.get();
      }
      assertThat(cache.statistics().steppedAside()).isFalse();
      await().until(() -> used() == cache.entries().stream().mapToLong(this::blocks).sum());
      cache.dropAll();
      assertThat(used()).isZero();
      assertThat(onDisk()).isZero();
      return cache.statistics();
    }
  }

  private long blocks(StoredEntry entry) {
    return (84 + 20 + entry.bytes() + 4095) / 4096 * 4096;
  }

  private long used() {
    return (long) meters.get("scm.cache.used").gauge().value();
  }

  /** Returns the size of all files, each counted once. */
  private long onDisk() throws IOException {
    long sum = 0;
    for (String part : List.of("entries", "writing", "trash")) {
      try (Stream<Path> files = Files.walk(directory.resolve(part))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          sum += Files.size(file);
        }
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof NoSuchFileException)) {
          throw e;
        }
      }
    }
    return sum;
  }

  /** Requests responses, sometimes disconnects, and reads some files late. */
  private final class Client implements Callable<Void>, ScmCache.Client {
    private final ScmCache cache;
    private final Random random;
    private final long room;
    private final Queue<Held> held = new ArrayDeque<>();
    private ByteArrayOutputStream received = new ByteArrayOutputStream();
    private int number;
    private int vanishesAfter;
    private boolean file;

    Client(ScmCache cache, int seed, long room) {
      this.room = room;
      this.cache = cache;
      this.random = new Random(seed);
    }

    @Override
    public Void call() throws IOException {
      for (int request = 0; request < REQUESTS; request++) {
        ask();
        if (held.size() > 2) {
          check(held.remove());
        }
        if (request % 10 == 0) {
          cache.drop(Responses.key(7, random.nextInt(NUMBERS)));
          assertThat(used()).isBetween(0L, room);
        }
      }
      for (Held one : held) {
        check(one);
      }
      return null;
    }

    private void ask() throws IOException {
      // Some are popular.
      number = (int) Math.min(NUMBERS - 1, Math.abs(random.nextGaussian() * NUMBERS / 4));
      received = new ByteArrayOutputStream();
      vanishesAfter = random.nextInt(4) == 0 ? random.nextInt(length(number) + 1) : -1;
      file = false;
      Admission admission = random.nextInt(5) == 0 ? Admission.WHEN_ASKED_AGAIN : Admission.AT_ONCE;
      try {
        cache.serve(
            Responses.asked(7, number, admission),
            Responses.producer(number, length(number)),
            this);
      } catch (GoneException e) {
        assertThat(received.toByteArray())
            .isEqualTo(Arrays.copyOf(bytes(number, length(number)), received.size()));
        return;
      }
      if (!file) {
        assertThat(received.toByteArray()).isEqualTo(bytes(number, length(number)));
      }
    }

    @Override
    public OutputStream out() {
      return new OutputStream() {
        @Override
        public void write(int one) throws IOException {
          write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          if (vanishesAfter >= 0 && received.size() + length > vanishesAfter) {
            throw new GoneException();
          }
          received.write(bytes, offset, length);
        }
      };
    }

    @Override
    public void send(ResponseFile response) {
      file = true;
      held.add(new Held(number, response));
    }

    private void check(Held one) throws IOException {
      Receiver receiver = new Receiver();
      receiver.send(one.file());
      assertThat(receiver.bytes()).isEqualTo(bytes(one.number(), length(one.number())));
    }
  }

  private static int length(int number) {
    return number * 20_011;
  }

  private record Held(int number, ResponseFile file) {}

  private static final class GoneException extends IOException {}
}
