package org.packhouse.scmcache.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.packhouse.scmcache.Responses.bytes;
import static org.packhouse.scmcache.Responses.full;
import static org.packhouse.scmcache.Responses.producer;
import static org.packhouse.scmcache.Responses.unneeded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.Receiver;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.ScmCache.Outcome;
import org.slf4j.LoggerFactory;

/** Clones succeed whatever the cache's disk does. */
class DiskRefusesTest {

  private static final int LENGTH = 3_000_000;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final Logger logger = (Logger) LoggerFactory.getLogger("org.packhouse.scmcache");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  @TempDir private Path directory;

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(log);
  }

  @Test
  void clonesCompleteOnAFullDiskAndAreStoredOnceItHasRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, "size=8m");
        FileScmCache cache = open(disk.directory(), 10)) {
      disk.fill();
      cloneTwentyTimes(cache);
      assertThat(cache.statistics().steppedAside()).isTrue();
      assertThat(meters.get("scm.cache.stepped.aside").gauge().value()).isEqualTo(1);
      assertThat(warnings()).hasSize(1);
      disk.empty();
      ask(cache, 1, producer(1, LENGTH));
      assertThat(ask(cache, 1, unneeded())).isEqualTo(bytes(1, LENGTH));
      assertThat(cache.statistics().steppedAside()).isFalse();
      assertThat(warnings()).hasSize(1);
      // There is room for two of these five at once.
      cloneTwentyTimes(cache);
      assertThat(warnings()).hasSize(1);
    }
  }

  @Test
  void clonesCompleteWhenTheDiskFillsMeanwhile() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, "size=8m");
        FileScmCache cache = open(disk.directory(), 0);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Steps steps = new Steps(1, LENGTH);
      List<Future<byte[]>> received = new ArrayList<>();
      for (int client = 0; client < 20; client++) {
        received.add(clients.submit(() -> ask(cache, 1, steps)));
      }
      await()
          .until(() -> cache.statistics().joined() + cache.statistics().misses(), all -> all == 20);
      // The first write reserves more than needed, so that the disk refuses the next one.
      steps.make(10_000);
      await().until(() -> steps.done() == 10_000);
      disk.fill();
      steps.make(LENGTH - 10_000);
      steps.end();
      for (Future<byte[]> each : received) {
        assertThat(each.get()).isEqualTo(bytes(1, LENGTH));
      }
      assertThat(cache.statistics().steppedAside()).isTrue();
      assertThat(cache.entries()).isEmpty();
      await().until(() -> meters.get("scm.cache.used").gauge().value() == 0);
    }
  }

  @Test
  void nobodyIsGivenAHoleOrLessWhenTheFileIsCutMeanwhile() throws Exception {
    try (FileScmCache cache = open(directory, 0);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Steps steps = new Steps(1, LENGTH);
      Receiver early = new Receiver();
      Future<Outcome> served = clients.submit(() -> cache.serve(full(1), steps, early));
      steps.make(1_000_000);
      await().until(() -> early.bytes().length == 1_000_000);
      cutFiles(500_000);
      assertThatThrownBy(() -> ask(cache, 1, steps)).hasMessageContaining("was truncated");
      steps.make(LENGTH - 1_000_000);
      steps.end();
      assertThat(served.get()).isEqualTo(Outcome.MISS);
      assertThat(early.bytes()).isEqualTo(bytes(1, LENGTH));
      assertThat(cache.entries()).isEmpty();
      assertThat(ask(cache, 1, producer(1, LENGTH))).isEqualTo(bytes(1, LENGTH));
    }
  }

  @Test
  void nothingIsKeptOfAFileThatWasCutAtItsEnd() throws Exception {
    try (FileScmCache cache = open(directory, 0);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Steps steps = new Steps(1, LENGTH);
      Receiver client = new Receiver();
      Future<Outcome> served = clients.submit(() -> cache.serve(full(1), steps, client));
      steps.make(LENGTH);
      await().until(() -> client.bytes().length == LENGTH);
      cutFiles(LENGTH - 1);
      steps.end();
      assertThat(served.get()).isEqualTo(Outcome.MISS);
      assertThat(client.bytes()).isEqualTo(bytes(1, LENGTH));
      await().until(() -> meters.get("scm.cache.used").gauge().value() == 0);
      assertThat(cache.entries()).isEmpty();
    }
  }

  private void cutFiles(long length) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(each -> each.toFile().length() > length).toList()) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(length);
        }
      }
    }
  }

  @Test
  void slowAndLateAndVanishingClientsCompleteWhenTheDiskFillsMeanwhile() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, "size=8m");
        FileScmCache cache = open(disk.directory(), 0);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Steps steps = new Steps(1, LENGTH);
      SlowClient slow = new SlowClient();
      Future<?> slowOne = clients.submit(() -> cache.serve(full(1), steps, slow));
      await().until(() -> cache.statistics().misses() == 1);
      Future<byte[]> fast = clients.submit(() -> ask(cache, 1, unneeded()));
      Future<?> gone =
          clients.submit(() -> cache.serve(full(1), unneeded(), new VanishingClient(1_000_000)));
      await().until(() -> cache.statistics().joined() == 2);
      steps.make(500_000);
      await().until(() -> steps.done() == 500_000);
      disk.fill();
      steps.make(LENGTH - 500_000);
      steps.end();
      await().until(() -> steps.done() > 600_000);
      assertThat(cache.statistics().steppedAside()).isTrue();
      // Too late to follow: produced again, and not stored either.
      assertThat(ask(cache, 1, producer(2, LENGTH))).isEqualTo(bytes(2, LENGTH));
      slow.goOn();
      slowOne.get();
      assertThat(slow.received()).isEqualTo(bytes(1, LENGTH));
      assertThat(fast.get()).isEqualTo(bytes(1, LENGTH));
      await().until(gone::isDone);
      await().until(() -> meters.get("scm.cache.used").gauge().value() == 0);
    }
  }

  @Test
  void keepsTheFloorOfFreeSpaceByGivingUpEntries() throws Exception {
    long floor = 2 * 1024 * 1024;
    try (SmallDisk disk = SmallDisk.mount(directory, "size=16m");
        FileScmCache cache = open(disk.directory(), floor);
        ExecutorService clients = Executors.newFixedThreadPool(4)) {
      List<Callable<byte[]>> asking = new ArrayList<>();
      for (int client = 0; client < 40; client++) {
        int number = client;
        asking.add(() -> {
          byte[] received = ask(cache, number, producer(number, LENGTH));
          assertThat(disk.free()).isGreaterThanOrEqualTo(floor);
          return received;
        });
      }
      List<Future<byte[]>> received = clients.invokeAll(asking);
      for (int client = 0; client < 40; client++) {
        assertThat(received.get(client).get()).isEqualTo(bytes(client, LENGTH));
      }
      assertThat(cache.entries()).isNotEmpty();
      assertThat(cache.statistics().evictions()).isPositive();
    }
  }

  @Test
  void clonesCompleteWhenNoFileCanBeMade() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, "size=64m,nr_inodes=9");
        FileScmCache cache = open(disk.directory(), 0)) {
      for (int number = 0; number < 20; number++) {
        assertThat(ask(cache, number, producer(number, LENGTH))).isEqualTo(bytes(number, LENGTH));
      }
      assertThat(cache.statistics().steppedAside()).isTrue();
      assertThat(warnings()).hasSize(1);
    }
  }

  @Test
  void clonesCompleteWhenTheDirectoryIsGoneAndItIsMadeAgain() throws IOException {
    try (FileScmCache cache = open(directory, 0)) {
      ask(cache, 1, producer(1, LENGTH));
      Path writing = directory.resolve("writing");
      putInTheWay(writing);
      for (int number = 2; number < 10; number++) {
        assertThat(ask(cache, number, producer(number, LENGTH))).isEqualTo(bytes(number, LENGTH));
      }
      assertThat(cache.statistics().steppedAside()).isTrue();
      assertThat(ask(cache, 1, unneeded())).isEqualTo(bytes(1, LENGTH));
      assertThat(warnings()).hasSize(1);
      Files.delete(writing);
      ask(cache, 2, producer(2, LENGTH));
      assertThat(ask(cache, 2, unneeded())).isEqualTo(bytes(2, LENGTH));
      assertThat(cache.statistics().steppedAside()).isFalse();
    }
  }

  @Test
  void sendsTheFileItselfWhereItCannotBeLinked() throws IOException {
    try (FileScmCache cache = open(directory, 0)) {
      ask(cache, 1, producer(1, LENGTH));
      Path links = directory.resolve("links");
      putInTheWay(links);
      assertThat(ask(cache, 1, unneeded())).isEqualTo(bytes(1, LENGTH));
      HeldClient held = new HeldClient();
      cache.serve(full(1), unneeded(), held);
      cache.dropAll();
      assertThat(ask(cache, 1, producer(1, LENGTH))).isEqualTo(bytes(1, LENGTH));
      assertThat(held.path()).exists();
      held.file().close();
      assertThat(held.path()).doesNotExist();
      assertThat(ask(cache, 1, unneeded())).isEqualTo(bytes(1, LENGTH));
    }
  }

  @Test
  void storesNothingThatIsLargerThanHalfOfItsRoomAtTheCostOfOthers() throws IOException {
    FileCacheSettings settings = FileCacheSettings.in(directory).within(2 * LENGTH, 0);
    try (FileScmCache cache = FileScmCache.open(settings, Clock.systemUTC(), meters)) {
      ask(cache, 1, producer(1, LENGTH / 2));
      for (int number = 2; number < 6; number++) {
        assertThat(ask(cache, number, producer(number, 3 * LENGTH)))
            .isEqualTo(bytes(number, 3 * LENGTH));
      }
      assertThat(cache.statistics().steppedAside()).isFalse();
      assertThat(ask(cache, 1, unneeded())).isEqualTo(bytes(1, LENGTH / 2));
      assertThat(warnings()).isEmpty();
    }
  }

  @Test
  void triesAgainOnlyNowAndThen() throws IOException {
    FileCacheSettings usual = FileCacheSettings.in(directory);
    try (FileScmCache cache = FileScmCache.open(usual, Clock.systemUTC(), meters)) {
      Path writing = directory.resolve("writing");
      putInTheWay(writing);
      Receiver client = new Receiver();
      assertThat(cache.serve(full(1), producer(1, LENGTH), client)).isEqualTo(Outcome.MISS);
      assertThat(cache.serve(full(1), producer(1, LENGTH), client)).isEqualTo(Outcome.BYPASSED);
      assertThat(cache.serve(full(2), producer(2, LENGTH), client)).isEqualTo(Outcome.BYPASSED);
    }
  }

  private void cloneTwentyTimes(ScmCache cache) throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<byte[]>> received = new ArrayList<>();
      for (int client = 0; client < 20; client++) {
        int number = client % 5;
        received.add(clients.submit(() -> ask(cache, number, producer(number, LENGTH))));
      }
      for (int client = 0; client < 20; client++) {
        assertThat(received.get(client).get()).isEqualTo(bytes(client % 5, LENGTH));
      }
    }
  }

  /** Replaces a directory by a file; the cache sometimes recreates directories. */
  private static void putInTheWay(Path part) throws IOException {
    boolean done = false;
    while (!done) {
      try {
        Files.deleteIfExists(part);
        Files.createFile(part);
        done = true;
      } catch (FileAlreadyExistsException _) {
        assertThat(part).isDirectory();
      }
    }
  }

  /** Opens a cache that always tries to store. */
  private FileScmCache open(Path at, long minimumFree) throws IOException {
    FileCacheSettings usual = FileCacheSettings.in(at);
    return FileScmCache.open(
        new FileCacheSettings(
            at,
            usual.maximumBytes(),
            minimumFree,
            usual.leadBytes(),
            usual.abandonedBytes(),
            usual.askedAgainWithin(),
            usual.verifyEvery(),
            Duration.ZERO),
        Clock.systemUTC(),
        meters);
  }

  private static byte[] ask(ScmCache cache, int number, ScmCache.Producer producer)
      throws IOException {
    Receiver client = new Receiver();
    cache.serve(full(number), producer, client);
    return client.bytes();
  }

  private List<ILoggingEvent> warnings() {
    return List.copyOf(log.list).stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .toList();
  }
}
