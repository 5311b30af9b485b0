package org.packhouse.scmcache.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.packhouse.scmcache.Responses.asked;
import static org.packhouse.scmcache.Responses.bytes;
import static org.packhouse.scmcache.Responses.full;
import static org.packhouse.scmcache.Responses.key;
import static org.packhouse.scmcache.Responses.producer;
import static org.packhouse.scmcache.Responses.want;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.Receiver;
import org.packhouse.scmcache.ResponseKey.Admission;
import org.packhouse.scmcache.ResponseKey.Request;
import org.packhouse.scmcache.Responses;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.ScmCache.Outcome;
import org.packhouse.scmcache.ScmCacheContract;
import org.packhouse.scmcache.StoredEntry;

class FileScmCacheTest extends ScmCacheContract {

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

  @Override
  protected ScmCache cache() {
    return cache;
  }

  @Test
  void sendsTheFileOfWhatItHas() throws IOException {
    assertThat(outcome(full(1), producer(1, 200_000))).isEqualTo(Outcome.MISS);
    Receiver client = new Receiver();
    assertThat(cache.serve(full(1), Responses.unneeded(), client)).isEqualTo(Outcome.HIT);
    assertThat(client.cameAsFile()).isTrue();
    assertThat(client.bytes()).isEqualTo(bytes(1, 200_000));
  }

  @Test
  void keepsAFetchThatIsAskedForAgain() throws IOException {
    Request fetch = asked(7, 1, Admission.WHEN_ASKED_AGAIN);
    assertThat(outcome(fetch, producer(1, 1000))).isEqualTo(Outcome.BYPASSED);
    assertThat(cache.entries()).isEmpty();
    assertThat(outcome(fetch, producer(1, 1000))).isEqualTo(Outcome.MISS);
    assertThat(outcome(fetch, Responses.unneeded())).isEqualTo(Outcome.HIT);
  }

  @Test
  void tellsWhatItHasTheLargestFirst() throws IOException {
    outcome(full(1), producer(1, 1000));
    outcome(full(2), producer(2, 3000));
    outcome(full(2), Responses.unneeded());
    assertThat(cache.entries())
        .extracting(StoredEntry::key, StoredEntry::bytes, StoredEntry::hits)
        .containsExactly(tuple(key(7, 2), 3000L, 1L), tuple(key(7, 1), 1000L, 0L));
    assertThat(cache.statistics().bytes()).isEqualTo(4000);
  }

  @Test
  void dropsWhatIsNamedAndNothingElse() throws IOException {
    for (int number = 1; number <= 4; number++) {
      outcome(asked(number / 3, number, Admission.AT_ONCE), producer(number, 1000));
    }
    cache.drop(key(0, 1));
    cache.drop(key(0, 9));
    assertThat(cache.entries()).hasSize(3);
    cache.drop(1);
    assertThat(cache.entries()).extracting(StoredEntry::key).containsExactly(key(0, 2));
  }

  @Test
  void keepsTheLatestTwoOfASeries() throws IOException {
    for (int number = 1; number <= 4; number++) {
      outcome(inSeries(number, 100), producer(number, 1000));
      outcome(inSeries(10 + number, 101), producer(10 + number, 1000));
      outcome(full(20 + number), producer(20 + number, 1000));
    }
    assertThat(cache.entries())
        .extracting(StoredEntry::key)
        .containsExactlyInAnyOrder(
            key(7, 3),
            key(7, 4),
            key(7, 13),
            key(7, 14),
            key(7, 21),
            key(7, 22),
            key(7, 23),
            key(7, 24));
    assertThat(outcome(inSeries(4, 100), Responses.unneeded())).isEqualTo(Outcome.HIT);
    assertThat(outcome(inSeries(2, 100), producer(2, 1000))).isEqualTo(Outcome.MISS);
  }

  private static Request inSeries(int number, int series) {
    return new Request(
        key(7, number), List.of(want(number)), Admission.AT_ONCE, key(7, 1000 + series));
  }

  @Test
  void retainsWhatMayStillBeWanted() throws IOException {
    outcome(full(1), producer(1, 1000));
    outcome(full(2), producer(2, 1000));
    Request many =
        new Request(
            key(7, 3),
            IntStream.range(10, 1000).mapToObj(Responses::want).toList(),
            Admission.AT_ONCE,
            null);
    outcome(many, producer(3, 1000));
    cache.retain(8, _ -> false);
    assertThat(cache.entries()).hasSize(3);
    cache.retain(7, wants -> wants.equals(List.of(want(2))) || wants.equals(many.wants()));
    assertThat(cache.entries())
        .extracting(StoredEntry::key)
        .containsExactlyInAnyOrder(key(7, 2), key(7, 3));
  }

  @Test
  void givesEachClientAFileThatOutlivesTheEntry() throws IOException {
    outcome(full(1), producer(1, 100_000));
    HeldClient first = new HeldClient();
    HeldClient second = new HeldClient();
    cache.serve(full(1), Responses.unneeded(), first);
    cache.serve(full(1), Responses.unneeded(), second);
    assertThat(first.path()).isNotEqualTo(second.path());
    cache.dropAll();
    first.file().close();
    first.file().close();
    assertThat(first.path()).doesNotExist();
    assertThat(Files.size(second.path()))
        .isEqualTo(second.file().ranges().getFirst().position() + second.file().length());
    assertThat(gauge("scm.cache.used")).isPositive();
    second.file().close();
    assertThat(gauge("scm.cache.used")).isZero();
  }

  @Test
  void leavesNoFileBehind() throws IOException {
    for (int number = 0; number < 10; number++) {
      outcome(full(number), producer(number, 10_000 * number));
      outcome(full(number), producer(number, 10_000 * number));
    }
    cache.dropAll();
    try (Stream<Path> left = Files.walk(directory)) {
      assertThat(left.filter(Files::isRegularFile)).containsExactly(directory.resolve("lock"));
    }
    assertThat(gauge("scm.cache.used")).isZero();
  }

  @Test
  void sharesItsDirectoryWithNobody() {
    assertThatThrownBy(() ->
            FileScmCache.open(
                FileCacheSettings.in(directory), Clock.systemUTC(), new SimpleMeterRegistry()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("another process");
  }

  @Test
  void makesEveryResponseAnewOnceItIsClosed() throws IOException {
    outcome(full(1), producer(1, 1000));
    cache.close();
    assertThat(outcome(full(1), producer(1, 1000))).isEqualTo(Outcome.BYPASSED);
  }

  @Test
  void metersWhatItDoes() throws IOException {
    outcome(full(1), producer(1, 1000));
    outcome(full(1), Responses.unneeded());
    outcome(full(1), Responses.unneeded());
    outcome(asked(7, 2, Admission.WHEN_ASKED_AGAIN), producer(2, 10));
    assertThat(requests("hit")).isEqualTo(2);
    assertThat(requests("miss")).isEqualTo(1);
    assertThat(
            meters.get("scm.cache.requests").tag("reason", "asked once").functionCounter().count())
        .isEqualTo(1);
    assertThat(meters.get("scm.cache.served").functionCounter().count()).isEqualTo(3010);
    assertThat(gauge("scm.cache.entries")).isEqualTo(1);
    assertThat(gauge("scm.cache.stored")).isEqualTo(1000);
    assertThat(gauge("scm.cache.stepped.aside")).isZero();
    assertThat(meters.get("scm.cache.first.byte").tag("outcome", "hit").timer().count())
        .isEqualTo(2);
  }

  private double requests(String outcome) {
    return meters.get("scm.cache.requests").tag("outcome", outcome).functionCounter().count();
  }

  private double gauge(String name) {
    return meters.get(name).gauge().value();
  }

  private Outcome outcome(Request asked, ScmCache.Producer producer) throws IOException {
    return cache.serve(asked, producer, new Receiver());
  }
}
