package org.packhouse.scmcache.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.packhouse.scmcache.Responses.full;
import static org.packhouse.scmcache.Responses.key;
import static org.packhouse.scmcache.Responses.unneeded;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
import org.packhouse.scmcache.ResponseOutput;
import org.packhouse.scmcache.ScmCache.Outcome;
import org.packhouse.scmcache.StoredEntry;

/** Responses with a shared part. */
class PartsTest {

  private static final int RANGES = 3;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  @TempDir private Path directory;
  private FileScmCache cache;

  @BeforeEach
  void open() throws IOException {
    cache = FileScmCache.open(FileCacheSettings.in(directory), Clock.systemUTC(), meters);
  }

  @AfterEach
  void close() {
    cache.close();
  }

  @Test
  void storesThePartOnceAndSendsItFromThere() throws IOException {
    Joined first = new Joined(1, 1);
    Joined second = new Joined(2, 1);
    for (Joined each : List.of(first, second)) {
      int number = each == first ? 1 : 2;
      Receiver client = new Receiver();
      assertThat(cache.serve(full(number), each, client)).isEqualTo(Outcome.MISS);
      assertThat(client.bytes()).isEqualTo(each.response());
      assertThat(client.ranges()).isEqualTo(RANGES);
      client = new Receiver();
      assertThat(cache.serve(full(number), unneeded(), client)).isEqualTo(Outcome.HIT);
      assertThat(client.bytes()).isEqualTo(each.response());
      assertThat(client.ranges()).isEqualTo(RANGES);
    }
    assertThat(first.partsMade()).isEqualTo(1);
    assertThat(second.partsMade()).isZero();
    assertThat(cache.entries())
        .extracting(StoredEntry::key)
        .containsExactlyInAnyOrder(Joined.partKey(1), key(7, 1), key(7, 2));
    assertThat(cache.statistics().bytes()).isEqualTo(Joined.PART + 2 * 70_000 + 101 + 102);
    assertThat(meters.get("scm.cache.served").functionCounter().count())
        .isEqualTo(2 * (first.response().length + second.response().length));
  }

  @Test
  void mapsThePartUntilItIsGone() throws IOException {
    ask(1, new Joined(1, 1));
    ask(2, new Joined(2, 1));
    assertThat(mapped()).hasSize(1).allMatch(it -> it.contains(Joined.partKey(1).digest()));
    cache.drop(Joined.partKey(1));
    assertThat(mapped()).isEmpty();
    ask(3, new Joined(3, 1));
    assertThat(mapped()).hasSize(1);
    restart(4);
    assertThat(mapped()).isEmpty();
  }

  @Test
  void readsAPartThatIsNotInMemory() throws Exception {
    ask(1, new Joined(1, 1));
    restart(2);
    for (Path file : files().filter(it -> it.startsWith(directory.resolve("entries"))).toList()) {
      forgetPages(file);
    }
    ask(2, new Joined(2, 1));
  }

  @Test
  void sendsNothingOfAResponseWhosePartIsCutWhileItIsHeard() throws IOException {
    ask(1, new Joined(1, 1));
    Path part =
        files()
            .filter(file -> file.toString().contains(Joined.partKey(1).digest()))
            .findAny()
            .orElseThrow();
    Receiver client = new Receiver();
    Joined cut = new Joined(2, 1).hearing(() -> cut(part));
    assertThatThrownBy(() -> cache.serve(full(2), cut, client))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(client.bytes()).isEmpty();
    assertThat(cache.entries()).extracting(StoredEntry::key).doesNotContain(key(7, 2));
    Joined again = new Joined(2, 1);
    ask(2, again);
    assertThat(again.partsMade()).isEqualTo(1);
    ask(1, new Joined(1, 1));
    assertThat(mapped()).hasSize(1);
  }

  private static void cut(Path file) {
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(4096);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Evicts the file from the page cache. */
  private static void forgetPages(Path file) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private List<String> mapped() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.contains(directory.toString()))
        .toList();
  }

  @Test
  void isTheSameWhereNothingIsStored() throws IOException {
    Joined response = new Joined(1, 1);
    Receiver client = new Receiver();
    response.produce(ResponseOutput.to(client.out(), client));
    assertThat(client.bytes()).isEqualTo(response.response());
  }

  @Test
  void givesAllWhoAskAtOnceTheFile() throws Exception {
    CountDownLatch asked = new CountDownLatch(8);
    Joined response = new Joined(1, 1).meanwhile(() -> awaitLatch(asked));
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Receiver>> received = new ArrayList<>();
      for (int client = 0; client < 8; client++) {
        received.add(
            clients.submit(() -> {
              Receiver receiver = new Receiver();
              asked.countDown();
              cache.serve(full(1), response, receiver);
              return receiver;
            }));
      }
      for (Future<Receiver> each : received) {
        assertThat(each.get().bytes()).isEqualTo(response.response());
        assertThat(each.get().ranges()).isEqualTo(RANGES);
      }
    }
    assertThat(response.partsMade()).isEqualTo(1);
  }

  @Test
  void makesAResponseAnewWhosePartIsGone() throws IOException {
    ask(1, new Joined(1, 1));
    cache.drop(Joined.partKey(1));
    Joined again = new Joined(1, 1);
    ask(1, again);
    assertThat(again.partsMade()).isEqualTo(1);
    ask(1, again);
    assertThat(again.partsMade()).isEqualTo(1);
  }

  @Test
  void keepsTheLatestTwoPartsOfASeries() throws IOException {
    for (int part = 1; part <= 3; part++) {
      ask(part, new Joined(part, part));
    }
    assertThat(cache.entries())
        .extracting(StoredEntry::key)
        .contains(Joined.partKey(2), Joined.partKey(3))
        .doesNotContain(Joined.partKey(1));
  }

  @Test
  void givesWhoFollowsAllOfItThoughItIsDroppedMeanwhile() throws IOException {
    List<Runnable> dropping =
        List.of(
            () -> cache.drop(key(7, 1)),
            () -> cache.drop(Joined.partKey(1)),
            () -> cache.drop(7),
            cache::dropAll,
            () -> cache.retain(7, List::isEmpty));
    for (Runnable drop : dropping) {
      ask(1, new Joined(1, 1).meanwhile(drop));
      cache.dropAll();
      assertNothingIsLeft();
    }
  }

  @Test
  void keepsNoResponseThatIsNotWorthIt() throws IOException {
    Joined response = new Joined(1, 1);
    Receiver client = new Receiver();
    cache.serve(
        full(1),
        out -> {
          response.produce(out);
          return false;
        },
        client);
    assertThat(client.bytes()).isEqualTo(response.response());
    assertThat(cache.entries()).extracting(StoredEntry::key).containsExactly(Joined.partKey(1));
  }

  @Test
  void sendsNothingOfWhatFails() throws IOException {
    IOException failure = new IOException("fatal: unable to read tree");
    Receiver client = new Receiver();
    Joined failing =
        new Joined(1, 1)
            .meanwhile(() -> {
              throw new UncheckedIOException(failure);
            });
    assertThatThrownBy(() -> cache.serve(full(1), failing, client)).hasCause(failure);
    assertThat(client.bytes()).isEmpty();
    ask(1, new Joined(1, 1));
  }

  @Test
  void servesWhatAnEarlierProcessHasStored() throws IOException {
    Joined first = new Joined(1, 1);
    ask(1, first);
    restart(2);
    Receiver client = new Receiver();
    assertThat(cache.serve(full(1), unneeded(), client)).isEqualTo(Outcome.HIT);
    assertThat(client.bytes()).isEqualTo(first.response());
    Joined second = new Joined(2, 1);
    ask(2, second);
    assertThat(second.partsMade()).isZero();
  }

  @Test
  void makesAnewWhosePartIsDamagedOnTheDisk() throws IOException {
    ask(1, new Joined(1, 1));
    cache.close();
    Path part =
        files()
            .filter(file -> file.toString().contains(Joined.partKey(1).digest()))
            .findAny()
            .get();
    try (RandomAccessFile file = new RandomAccessFile(part.toFile(), "rw")) {
      file.seek(Joined.PART / 2);
      int found = file.read();
      file.seek(Joined.PART / 2);
      file.write(found ^ 1);
    }
    open();
    await().until(() -> cache.entries().stream().anyMatch(entry -> entry.key().equals(key(7, 1))));
    Joined again = new Joined(1, 1);
    ask(1, again);
    assertThat(again.partsMade()).isEqualTo(1);
  }

  @Test
  void makesAnewWhoseOwnFileNamesAnotherPart() throws IOException {
    ask(1, new Joined(1, 1));
    cache.close();
    Path own = files().filter(file -> file.toString().contains(key(7, 1).digest())).findAny().get();
    try (RandomAccessFile file = new RandomAccessFile(own.toFile(), "rw")) {
      // The last byte of the part's length, before the checksum of the header.
      long at = 80 + 20 + 48 - 1;
      file.seek(at);
      int found = file.read();
      file.seek(at);
      file.write(found + 1);
    }
    open();
    await().until(() -> cache.entries().size() == 1);
    ask(1, new Joined(1, 1));
  }

  @Test
  void clonesCompleteThoughThereIsNoRoomForThePart() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, "size=1m");
        FileScmCache small =
            FileScmCache.open(
                FileCacheSettings.in(disk.directory()).within(1 << 30, 0),
                Clock.systemUTC(),
                new SimpleMeterRegistry())) {
      for (int time = 0; time < 3; time++) {
        Joined response = new Joined(1, 1);
        Receiver client = new Receiver();
        small.serve(full(1), response, client);
        assertThat(client.bytes()).isEqualTo(response.response());
        assertThat(client.cameAsFile()).isFalse();
      }
    }
  }

  @Test
  void clonesCompleteThoughThereIsNoRoomForWhatFollowsThePart() throws Exception {
    int room = Joined.PART + 40_000;
    try (SmallDisk disk = SmallDisk.mount(directory, "size=8m");
        FileScmCache small =
            FileScmCache.open(
                FileCacheSettings.in(disk.directory()).within(room, 0),
                Clock.systemUTC(),
                new SimpleMeterRegistry())) {
      Joined response = new Joined(1, 1);
      Receiver client = new Receiver();
      small.serve(full(1), response, client);
      assertThat(client.bytes()).isEqualTo(response.response());
    }
  }

  private void ask(int number, Joined response) throws IOException {
    Receiver client = new Receiver();
    cache.serve(full(number), response, client);
    assertThat(client.bytes()).isEqualTo(response.response());
  }

  private void restart(int entries) throws IOException {
    cache.close();
    open();
    await().until(() -> cache.entries().size() == entries);
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(files()).containsExactly(directory.resolve("lock"));
    assertThat(meters.get("scm.cache.used").gauge().value()).isZero();
  }

  private Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList().stream();
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
