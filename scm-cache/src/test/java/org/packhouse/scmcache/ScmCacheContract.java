package org.packhouse.scmcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.packhouse.scmcache.Responses.asked;
import static org.packhouse.scmcache.Responses.bytes;
import static org.packhouse.scmcache.Responses.producer;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.scmcache.ResponseKey.Admission;
import org.packhouse.scmcache.ResponseKey.Request;

/** The contract of every {@link ScmCache}. */
public abstract class ScmCacheContract {

  /** Returns the same cache during one test. */
  protected abstract ScmCache cache();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 65_536, 65_537, 3_000_000})
  void givesTheWholeResponseHoweverOftenItIsAskedFor(int length) throws IOException {
    for (int time = 0; time < 3; time++) {
      assertThat(ask(Responses.full(length), producer(length, length)))
          .isEqualTo(bytes(length, length));
    }
  }

  @ParameterizedTest
  @EnumSource(Admission.class)
  void givesEachRequestItsOwnResponse(Admission admission) throws IOException {
    for (int round = 0; round < 3; round++) {
      for (int number = 1; number < 20; number++) {
        assertThat(ask(asked(number % 3, number, admission), producer(number, 5000 + number)))
            .isEqualTo(bytes(number, 5000 + number));
      }
    }
  }

  @Test
  void givesAResponseThatIsNotWorthKeeping() throws IOException {
    ScmCache.Producer acknowledgement =
        out -> {
          out.write(bytes(1, 100));
          return false;
        };
    assertThat(ask(Responses.full(1), acknowledgement)).isEqualTo(bytes(1, 100));
    assertThat(cache().entries()).isEmpty();
    assertThat(ask(Responses.full(1), producer(2, 300))).isEqualTo(bytes(2, 300));
  }

  @Test
  void handsOnWhyAResponseCouldNotBeMade() throws IOException {
    IOException failure = new IOException("fatal: bad object");
    assertThatThrownBy(() -> ask(Responses.full(1), failing(failure))).isSameAs(failure);
    IllegalStateException bug = new IllegalStateException("bug");
    assertThatThrownBy(() -> ask(Responses.full(1), failing(bug))).isSameAs(bug);
    assertThat(cache().entries()).isEmpty();
    assertThat(ask(Responses.full(1), producer(1, 100_000))).isEqualTo(bytes(1, 100_000));
  }

  @Test
  void handsOnWhyAClientCouldNotBeSentTo() throws IOException {
    ScmCache.Client gone =
        new ScmCache.Client() {
          @Override
          public OutputStream out() {
            return new OutputStream() {
              @Override
              public void write(int one) throws IOException {
                throw new IOException("Connection reset");
              }
            };
          }

          @Override
          public void send(ResponseFile file) throws IOException {
            throw new IOException("Connection reset");
          }
        };
    for (int time = 0; time < 3; time++) {
      assertThatThrownBy(() -> cache().serve(Responses.full(1), producer(1, 100_000), gone))
          .hasMessage("Connection reset");
    }
    assertThat(ask(Responses.full(1), producer(1, 100_000))).isEqualTo(bytes(1, 100_000));
  }

  @Test
  void givesManyClientsAtOnceWhatTheyAskFor() throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<byte[]>> received = new ArrayList<>();
      for (int client = 0; client < 60; client++) {
        int number = client % 4;
        received.add(
            clients.submit(() -> ask(Responses.full(number), producer(number, 400_000 + number))));
      }
      for (int client = 0; client < 60; client++) {
        assertThat(received.get(client).get()).isEqualTo(bytes(client % 4, 400_000 + client % 4));
      }
    }
  }

  @Test
  void givesWhatWasDroppedAnew() throws IOException {
    for (Runnable drop : dropping()) {
      assertThat(ask(Responses.full(1), producer(1, 100_000))).isEqualTo(bytes(1, 100_000));
      drop.run();
      assertThat(cache().entries()).isEmpty();
    }
    assertThat(cache().statistics().bytes()).isZero();
    assertThat(cache().statistics().entries()).isZero();
  }

  private List<Runnable> dropping() {
    return List.of(
        () -> cache().drop(Responses.key(7, 1)),
        () -> cache().drop(7),
        () -> cache().retain(7, _ -> false),
        () -> cache().dropAll());
  }

  @Test
  void countsEachRequestOnce() throws IOException {
    for (int time = 0; time < 5; time++) {
      ask(Responses.full(time % 2), producer(time % 2, 1000));
    }
    CacheStatistics counted = cache().statistics();
    assertThat(counted.hits() + counted.joined() + counted.misses() + counted.bypassed())
        .isEqualTo(5);
  }

  protected byte[] ask(Request asked, ScmCache.Producer producer) throws IOException {
    Receiver client = new Receiver();
    cache().serve(asked, producer, client);
    return client.bytes();
  }

  private static ScmCache.Producer failing(Exception failure) {
    return out -> {
      out.write(bytes(1, 70_000));
      switch (failure) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        default -> throw new UncheckedIOException(new IOException(failure));
      }
    };
  }
}
