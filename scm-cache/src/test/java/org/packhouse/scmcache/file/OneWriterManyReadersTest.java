package org.packhouse.scmcache.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.packhouse.scmcache.Responses.bytes;
import static org.packhouse.scmcache.Responses.full;
import static org.packhouse.scmcache.Responses.key;
import static org.packhouse.scmcache.Responses.producer;
import static org.packhouse.scmcache.Responses.unneeded;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.Receiver;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.ScmCache.Outcome;

class OneWriterManyReadersTest {

  private static final int LENGTH = 2_000_000;
  private static final long LEAD = 500_000;
  private static final long ABANDONED = 700_000;

  @TempDir private Path directory;
  private FileScmCache cache;
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void open() throws IOException {
    cache =
        FileScmCache.open(
            FileCacheSettings.in(directory).ahead(LEAD, ABANDONED),
            Clock.systemUTC(),
            new SimpleMeterRegistry());
  }

  @AfterEach
  void close() {
    clients.shutdownNow();
    cache.close();
  }

  @Test
  void makesOneResponseForAllWhoAskAtOnce() throws Exception {
    AtomicInteger made = new AtomicInteger();
    CountDownLatch allAsked = new CountDownLatch(1);
    ScmCache.Producer producer =
        out -> {
          made.incrementAndGet();
          awaitLatch(allAsked);
          return producer(1, LENGTH).produce(out);
        };
    List<Future<byte[]>> received = new ArrayList<>();
    for (int client = 0; client < 32; client++) {
      received.add(clients.submit(() -> ask(producer)));
    }
    await()
        .until(
            () -> cache.statistics().joined() + cache.statistics().misses(), asked -> asked == 32);
    allAsked.countDown();
    for (Future<byte[]> each : received) {
      assertThat(each.get()).isEqualTo(bytes(1, LENGTH));
    }
    assertThat(made).hasValue(1);
    assertThat(cache.statistics().misses()).isEqualTo(1);
  }

  @Test
  void letsAReaderBeginWhileTheWriterIsFarAhead() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    Future<byte[]> first = clients.submit(() -> ask(steps));
    steps.make(LENGTH / 2);
    await().until(() -> steps.done() == LENGTH / 2);
    Future<byte[]> second = clients.submit(() -> ask(unneeded()));
    await().until(() -> cache.statistics().joined() == 1);
    steps.make(LENGTH / 2);
    steps.end();
    assertThat(first.get()).isEqualTo(bytes(1, LENGTH));
    assertThat(second.get()).isEqualTo(bytes(1, LENGTH));
  }

  @Test
  void sendsWhatIsMadeBeforeTheEndWhenTheProducerPauses() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    FlushedClient client = new FlushedClient();
    Future<Outcome> outcome = clients.submit(() -> cache.serve(full(1), steps, client));
    steps.make(1000);
    await().until(() -> client.flushed() == 1000);
    steps.make(10);
    await().until(() -> client.flushed() == 1010);
    steps.end();
    assertThat(outcome.get()).isEqualTo(Outcome.MISS);
  }

  @Test
  void goesOnForTheOthersWhenTheFirstVanishes() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    VanishingClient first = new VanishingClient(100_000);
    Future<?> gone = clients.submit(() -> cache.serve(full(1), steps, first));
    await().until(() -> cache.statistics().misses() == 1);
    Future<byte[]> second = clients.submit(() -> ask(unneeded()));
    await().until(() -> cache.statistics().joined() == 1);
    steps.make(LENGTH);
    steps.end();
    assertThatThrownBy(gone::get).hasRootCauseMessage("Connection reset");
    assertThat(second.get()).isEqualTo(bytes(1, LENGTH));
    assertThat(cache.entries()).hasSize(1);
  }

  @Test
  void goesOnForTheOthersWhenAReaderIsInterrupted() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    Future<byte[]> first = clients.submit(() -> ask(steps));
    await().until(() -> cache.statistics().misses() == 1);
    Future<byte[]> second = clients.submit(() -> ask(unneeded()));
    await().until(() -> cache.statistics().joined() == 1);
    steps.make(300_000);
    first.cancel(true);
    steps.make(LENGTH - 300_000);
    steps.end();
    assertThat(second.get()).isEqualTo(bytes(1, LENGTH));
  }

  @Test
  void makesAShortResponseToItsEndThoughNobodyIsLeft() throws Exception {
    int length = (int) ABANDONED - 1;
    Steps steps = new Steps(1, length);
    Future<?> gone = clients.submit(() -> cache.serve(full(1), steps, new VanishingClient(0)));
    steps.make(1000);
    assertThatThrownBy(gone::get).hasRootCauseMessage("Connection reset");
    steps.make(length - 1000);
    steps.end();
    await().until(() -> !cache.entries().isEmpty());
    assertThat(ask(unneeded())).isEqualTo(bytes(1, length));
  }

  @Test
  void tellsAllWhoWaitHowManyAreBeforeTheirResponse() throws Exception {
    CountDownLatch turn = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(2);
    ScmCache.Producer producer =
        out -> {
          while (told.getCount() > 0) {
            out.queued(7);
            LockSupport.parkNanos(1_000_000);
          }
          awaitLatch(turn);
          return producer(1, 1000).produce(out);
        };
    List<Future<Queued>> waiting = new ArrayList<>();
    for (int client = 0; client < 2; client++) {
      waiting.add(
          clients.submit(() -> {
            Queued queued = new Queued(told);
            cache.serve(full(1), producer, queued);
            return queued;
          }));
    }
    told.await();
    turn.countDown();
    for (Future<Queued> client : waiting) {
      assertThat(client.get().ahead).containsOnly(7);
      assertThat(client.get().receiver.bytes()).isEqualTo(bytes(1, 1000));
    }
  }

  private static final class Queued implements ScmCache.Client {
    private final Receiver receiver = new Receiver();
    private final List<Integer> ahead = new ArrayList<>();
    private final CountDownLatch told;

    Queued(CountDownLatch told) {
      this.told = told;
    }

    @Override
    public OutputStream out() {
      return receiver.out();
    }

    @Override
    public void send(ResponseFile file) throws IOException {
      receiver.send(file);
    }

    @Override
    public void queued(int count) {
      if (ahead.isEmpty()) {
        told.countDown();
      }
      ahead.add(count);
    }
  }

  @Test
  void givesUpAResponseThatIsNotBegunWhenNobodyIsLeft() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    Future<?> only = clients.submit(() -> ask(steps));
    await().until(steps::isIdle);
    only.cancel(true);
    assertThat(steps.failure()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void makesAResponseToItsEndThatWasBegunThoughNothingIsThereYet() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    ScmCache.Producer producer =
        out -> {
          out.flush();
          begun.countDown();
          awaitLatch(left);
          return producer(1, 1000).produce(out);
        };
    Future<?> only =
        clients.submit(() -> {
          try {
            return ask(producer);
          } finally {
            gone.countDown();
          }
        });
    begun.await();
    only.cancel(true);
    gone.await();
    left.countDown();
    await().until(() -> cache.entries().size() == 1);
    assertThat(ask(unneeded())).isEqualTo(bytes(1, 1000));
  }

  @Test
  void cancelsALongResponseThatNobodyFollows() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    Future<?> gone =
        clients.submit(
            () -> cache.serve(full(1), steps, new VanishingClient((int) ABANDONED + 1000)));
    steps.make(LENGTH / 2);
    assertThatThrownBy(gone::get).hasRootCauseMessage("Connection reset");
    assertThat(steps.failure()).isNotNull();
    assertThat(cache.entries()).isEmpty();
    assertThat(ask(producer(1, 1000))).isEqualTo(bytes(1, 1000));
  }

  @Test
  void cancelsAResponseThatGrowsLongWithoutFollowers() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    Future<?> gone = clients.submit(() -> cache.serve(full(1), steps, new VanishingClient(0)));
    steps.make(1000);
    assertThatThrownBy(gone::get).hasRootCauseMessage("Connection reset");
    steps.make(LENGTH - 1000);
    assertThat(steps.failure()).isInstanceOf(IOException.class).hasMessageContaining("wanted");
    assertThat(cache.entries()).isEmpty();
  }

  @Test
  void tellsEveryReaderTheSameFailureAfterWhatWasMade() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    List<Receiver> receivers = List.of(new Receiver(), new Receiver(), new Receiver());
    List<Future<Outcome>> outcomes = new ArrayList<>();
    for (Receiver receiver : receivers) {
      outcomes.add(clients.submit(() -> cache.serve(full(1), steps, receiver)));
    }
    await().until(() -> cache.statistics().joined() == 2);
    steps.make(100_000);
    IOException failure = new IOException("fatal: unable to read tree");
    steps.fail(failure);
    for (int client = 0; client < 3; client++) {
      assertThatThrownBy(outcomes.get(client)::get)
          .isInstanceOf(ExecutionException.class)
          .hasCause(failure);
      assertThat(receivers.get(client).bytes()).hasSize(100_000);
    }
    assertThat(cache.entries()).isEmpty();
  }

  @Test
  void waitsForTheFastestReaderOnceItIsFarAhead() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    SlowClient slow = new SlowClient();
    Future<?> served = clients.submit(() -> cache.serve(full(1), steps, slow));
    steps.make(LENGTH);
    steps.end();
    await().until(() -> steps.isWaiting());
    assertThat(steps.done()).isLessThanOrEqualTo((int) LEAD + 200_000);
    slow.goOn();
    served.get();
    assertThat(slow.received()).isEqualTo(bytes(1, LENGTH));
  }

  @Test
  void isNotHeldUpByASlowReaderBesideAFastOne() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    SlowClient slow = new SlowClient();
    Future<?> served = clients.submit(() -> cache.serve(full(1), steps, slow));
    await().until(() -> cache.statistics().misses() == 1);
    Future<byte[]> fast = clients.submit(() -> ask(unneeded()));
    await().until(() -> cache.statistics().joined() == 1);
    steps.make(LENGTH);
    steps.end();
    assertThat(fast.get()).isEqualTo(bytes(1, LENGTH));
    assertThat(served.isDone()).isFalse();
    slow.goOn();
    served.get();
    assertThat(slow.received()).isEqualTo(bytes(1, LENGTH));
  }

  @Test
  void keepsNothingThatWasDroppedWhileItWasMade() throws Exception {
    List<Runnable> dropping =
        List.of(
            () -> cache.drop(key(7, 1)),
            () -> cache.drop(7),
            cache::dropAll,
            () -> cache.retain(7, _ -> false));
    for (Runnable drop : dropping) {
      Steps steps = new Steps(1, LENGTH);
      Future<byte[]> first = clients.submit(() -> ask(steps));
      steps.make(LENGTH / 2);
      await().until(() -> steps.done() == LENGTH / 2);
      drop.run();
      assertThat(ask(producer(2, 1000))).isEqualTo(bytes(2, 1000));
      cache.drop(key(7, 1));
      steps.make(LENGTH / 2);
      steps.end();
      assertThat(first.get()).isEqualTo(bytes(1, LENGTH));
      assertThat(cache.entries()).isEmpty();
    }
  }

  @Test
  void endsWhatIsMadeWhenItIsClosed() throws Exception {
    Steps steps = new Steps(1, LENGTH);
    Future<byte[]> first = clients.submit(() -> ask(steps));
    steps.make(1000);
    await().until(() -> steps.done() == 1000);
    cache.close();
    assertThatThrownBy(first::get).isInstanceOf(ExecutionException.class);
    assertThat(steps.failure()).isNotNull();
  }

  private byte[] ask(ScmCache.Producer producer) throws IOException {
    Receiver client = new Receiver();
    cache.serve(full(1), producer, client);
    return client.bytes();
  }

  private static void awaitLatch(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
