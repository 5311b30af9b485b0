package org.packhouse.scmcache.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.packhouse.scmcache.Responses.bytes;
import static org.packhouse.scmcache.Responses.full;
import static org.packhouse.scmcache.Responses.producer;
import static org.packhouse.scmcache.Responses.unneeded;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.Receiver;
import org.packhouse.scmcache.Responses;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.ScmCache.Outcome;
import org.packhouse.scmcache.StoredEntry;

class RestartTest {

  private static final int LENGTH = 300_000;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  @TempDir private Path directory;

  @Test
  void servesWhatAnEarlierProcessHasStored() throws IOException {
    List<StoredEntry> stored;
    try (FileScmCache cache = open()) {
      for (int number = 0; number < 20; number++) {
        cache.serve(full(number), producer(number, LENGTH + number), new Receiver());
      }
      stored = cache.entries();
    }
    try (FileScmCache cache = open()) {
      await().until(() -> cache.entries().size() == 20);
      assertThat(cache.entries())
          .extracting(StoredEntry::key, StoredEntry::bytes)
          .containsExactlyElementsOf(
              stored.stream().map(entry -> tuple(entry.key(), entry.bytes())).toList());
      for (int number = 0; number < 20; number++) {
        assertHit(cache, number, LENGTH + number);
      }
      cache.retain(7, wants -> wants.equals(List.of(Responses.want(3))));
      assertThat(cache.entries()).extracting(StoredEntry::key).containsExactly(Responses.key(7, 3));
    }
  }

  @Test
  void removesWhatAKilledProcessHasLeft() throws IOException {
    try (FileScmCache cache = open()) {
      cache.serve(full(1), producer(1, LENGTH), new Receiver());
    }
    for (String part : List.of("writing", "links", "trash")) {
      Files.writeString(directory.resolve(part).resolve("left"), "half");
    }
    try (FileScmCache cache = open()) {
      assertThat(files()).hasSize(2).contains(directory.resolve("lock"));
      await().until(() -> cache.entries().size() == 1);
    }
  }

  /** Changed bytes at different places, and changed lengths. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "5, 0",
    "9, 0",
    "20, 0",
    "60, 0",
    "77, 0",
    "90, 0",
    "103, 0",
    "104, 0",
    "150000, 0",
    "-1, 0",
    "0, -1",
    "0, -200000",
    "0, -300090",
    "0, 1",
    "0, 5000"
  })
  void neverServesADamagedFile(int at, int lengthened) throws IOException {
    try (FileScmCache cache = open()) {
      cache.serve(full(1), producer(1, LENGTH), new Receiver());
    }
    damage(at, lengthened);
    try (FileScmCache cache = open()) {
      for (int time = 0; time < 3; time++) {
        Receiver client = new Receiver();
        cache.serve(full(1), producer(1, LENGTH), client);
        assertThat(client.bytes()).isEqualTo(bytes(1, LENGTH));
      }
      assertHit(cache, 1, LENGTH);
      await().until(() -> files().size() == 2);
    }
  }

  @Test
  void findsADamagedFileThatNobodyAsksFor() throws IOException {
    try (FileScmCache cache = open()) {
      cache.serve(full(1), producer(1, LENGTH), new Receiver());
      cache.serve(full(2), producer(2, LENGTH), new Receiver());
    }
    damage(LENGTH / 2, 0);
    try (FileScmCache cache = open()) {
      await().until(() -> files().size() == 2);
      await().until(() -> cache.entries().size() == 1);
      assertThat(meters.get("scm.cache.used").gauge().value()).isBetween(1.0, LENGTH * 1.5);
    }
  }

  @Test
  void servesManyWhoAskAtOnceForWhatWasNotYetVerified() throws Exception {
    try (FileScmCache cache = open()) {
      cache.serve(full(1), producer(1, 20 * LENGTH), new Receiver());
    }
    AtomicInteger made = new AtomicInteger();
    try (FileScmCache cache = open();
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<byte[]>> received = new ArrayList<>();
      for (int client = 0; client < 32; client++) {
        received.add(
            clients.submit(() -> {
              Receiver receiver = new Receiver();
              cache.serve(
                  full(1),
                  out -> {
                    made.incrementAndGet();
                    return producer(1, 20 * LENGTH).produce(out);
                  },
                  receiver);
              return receiver.bytes();
            }));
      }
      for (Future<byte[]> each : received) {
        assertThat(each.get()).isEqualTo(bytes(1, 20 * LENGTH));
      }
      // A client that comes before the directory was read has it produced once.
      assertThat(made.get()).isLessThanOrEqualTo(1);
      await().until(() -> files().size() == 2);
    }
  }

  @Test
  void takesNothingOverThatIsDroppedMeanwhile() throws IOException {
    List<Consumer<ScmCache>> dropping =
        List.of(
            ScmCache::dropAll,
            cache -> cache.drop(7),
            cache -> cache.retain(7, _ -> false),
            cache -> {
              for (int number = 0; number < 20; number++) {
                cache.drop(Responses.key(7, number));
              }
            });
    for (Consumer<ScmCache> drop : dropping) {
      try (FileScmCache cache = open()) {
        for (int number = 0; number < 20; number++) {
          cache.serve(full(number), producer(number, 1000), new Receiver());
        }
      }
      try (FileScmCache cache = open()) {
        drop.accept(cache);
        await().until(() -> files().size() == 1);
        assertThat(cache.entries()).isEmpty();
      }
    }
  }

  @Test
  void dropsAFileThatIsCutOrGoneWhileItRuns() throws IOException {
    try (FileScmCache cache = open()) {
      cache.serve(full(1), producer(1, LENGTH), new Receiver());
      damage(0, -1000);
      Receiver client = new Receiver();
      assertThat(cache.serve(full(1), producer(1, LENGTH), client)).isEqualTo(Outcome.MISS);
      assertThat(client.bytes()).isEqualTo(bytes(1, LENGTH));
      Files.delete(entry());
      assertThat(cache.serve(full(1), producer(1, LENGTH), client)).isEqualTo(Outcome.MISS);
      assertHit(cache, 1, LENGTH);
    }
  }

  @Test
  void givesUpTheOldestWhenItMayHoldLessThanBefore() throws IOException {
    try (FileScmCache cache = open()) {
      for (int number = 0; number < 20; number++) {
        cache.serve(full(number), producer(number, LENGTH), new Receiver());
      }
    }
    FileCacheSettings smaller = FileCacheSettings.in(directory).within(10 * LENGTH, 0);
    try (FileScmCache _ = FileScmCache.open(smaller, Clock.systemUTC(), meters)) {
      await()
          .until(() -> meters.get("scm.cache.used").gauge().value(), used -> used <= 10 * LENGTH);
    }
  }

  @Test
  void servesNothingThatAKilledProcessHasNotFinished() throws Exception {
    for (int round = 1; round <= 2; round++) {
      killWriterAfter(20 * round);
      try (FileScmCache cache = open()) {
        assertThat(directory.resolve("writing")).isEmptyDirectory();
        for (int number = 0; number < KilledWriter.RESPONSES; number++) {
          Receiver client = new Receiver();
          cache.serve(full(number), producer(number, KilledWriter.LENGTH), client);
          assertThat(client.bytes()).isEqualTo(bytes(number, KilledWriter.LENGTH));
        }
        cache.dropAll();
      }
    }
  }

  private void killWriterAfter(int files) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledWriter.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    try (var said = writer.inputReader()) {
      assertThat(said.lines().filter("stored"::equals).limit(files).count()).isEqualTo(files);
    } finally {
      writer.destroyForcibly();
      assertThat(writer.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private FileScmCache open() throws IOException {
    return FileScmCache.open(FileCacheSettings.in(directory), Clock.systemUTC(), meters);
  }

  private static void assertHit(ScmCache cache, int number, int length) throws IOException {
    Receiver client = new Receiver();
    assertThat(cache.serve(full(number), unneeded(), client)).isEqualTo(Outcome.HIT);
    assertThat(client.bytes()).isEqualTo(bytes(number, length));
  }

  private void damage(int at, int lengthened) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(entry().toFile(), "rw")) {
      if (lengthened == 0) {
        long position = at < 0 ? file.length() + at : at;
        file.seek(position);
        int was = file.read();
        file.seek(position);
        file.write(was ^ 0x10);
      } else {
        file.setLength(file.length() + lengthened);
      }
    }
  }

  private Path entry() throws IOException {
    return files().stream().filter(file -> !file.endsWith("lock")).findFirst().orElseThrow();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
