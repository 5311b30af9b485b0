package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.queue.Rank;
import org.springframework.util.unit.DataSize;

class TicketsTest {

  private static final TicketRequest CLONE =
      TicketRequest.of(Work.CLONE, Target.repository(7), "ada");
  private static final TicketRequest IMPORT =
      TicketRequest.of(Work.IMPORT, Target.repository(8), "grace");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void countsWhatIsOutAndWhatWasGrantedInEachBucket() throws Exception {
    Tickets tickets = tickets();
    try (Ticket _ = tickets.acquire(CLONE.expecting(DataSize.ofMegabytes(5)));
        Ticket _ = tickets.acquire(CLONE.expecting(DataSize.ofMegabytes(7)));
        Ticket _ = tickets.acquire(CLONE.from(Bucket.IN_PROCESS))) {
      assertThat(gauge("tickets.used", Bucket.SCM_HOSTING)).isEqualTo(2);
      assertThat(gauge("tickets.used", Bucket.IN_PROCESS)).isEqualTo(1);
      assertThat(gauge("tickets.memory", Bucket.SCM_HOSTING))
          .isEqualTo((double) DataSize.ofMegabytes(12).toBytes());
    }
    assertThat(gauge("tickets.used", Bucket.SCM_HOSTING)).isZero();
    assertThat(gauge("tickets.memory", Bucket.SCM_HOSTING)).isZero();
    assertThat(granted(Bucket.SCM_HOSTING)).isEqualTo(2);
    assertThat(granted(Bucket.IN_PROCESS)).isEqualTo(1);
    assertThat(granted(Bucket.PACKING)).isZero();
  }

  @Test
  void hasMetersOfEveryBucketByTheNameThatSettingsKnow() {
    assertThat(tickets()).isNotNull();
    assertThat(registry.find("tickets.used").gauges())
        .extracting(gauge -> gauge.getId().getTag("bucket"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Bucket.values()).map(Bucket::settingName).toList())
        .contains("scm-hosting", "scm-refs", "scm-command", "git-lfs", "mirror-hosting");
  }

  @Test
  void takesATicketBackOnceHoweverOftenItIsClosed() throws Exception {
    Tickets tickets = tickets(new BucketLimit(Bucket.IMPORT, 1, Duration.ZERO));
    Ticket first = tickets.acquire(IMPORT);
    first.close();
    first.close();
    assertThat(gauge("tickets.used", Bucket.IMPORT)).isZero();
    try (Ticket _ = tickets.acquire(IMPORT)) {
      first.close();
      assertThatThrownBy(() -> tickets.acquire(IMPORT)).isInstanceOf(Tickets.BusyException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1_000_001, Integer.MAX_VALUE})
  void takesNoLimitThatWouldBeNone(int limit) {
    Tickets tickets = tickets(new BucketLimit(Bucket.IMPORT, 1, Duration.ZERO));
    assertThatThrownBy(() -> tickets.limit(Bucket.IMPORT, limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 1 to 1000000");
    tickets.limit(Bucket.IMPORT, 1_000_000);
    assertThat(tickets.state(Bucket.IMPORT).limit().tickets()).isEqualTo(1_000_000);
  }

  @Test
  void refusesWorkUnderATicketThatWasGivenBack() throws Exception {
    Ticket ticket = tickets().acquire(CLONE);
    ticket.requireOpen();
    ticket.close();
    assertThatThrownBy(ticket::requireOpen)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ada");
  }

  @Test
  void sendsAwayWhoFindsNoneInTime() throws Exception {
    Tickets tickets = tickets(new BucketLimit(Bucket.IMPORT, 1, Duration.ZERO));
    try (Ticket _ = tickets.acquire(IMPORT);
        Ticket none = tickets.poll(IMPORT)) {
      assertThat(none).isNull();
      assertThatThrownBy(() -> tickets.acquire(IMPORT))
          .isInstanceOf(Tickets.BusyException.class)
          .hasMessageContaining("heavy load");
      assertThat(granted(Bucket.IMPORT)).isEqualTo(1);
    }
  }

  @Test
  void letsWhoWaitsHaveTheTicketThatComesBack() throws Exception {
    Tickets tickets = tickets(new BucketLimit(Bucket.IMPORT, 1, Duration.ofMinutes(5)));
    Ticket first = tickets.acquire(IMPORT);
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    CompletableFuture<Double> second =
        CompletableFuture.supplyAsync(() -> {
          waiting.complete(Thread.currentThread());
          try (Ticket _ = tickets.acquire(IMPORT)) {
            return gauge("tickets.used", Bucket.IMPORT);
          } catch (InterruptedIOException e) {
            throw new IllegalStateException(e);
          }
        });
    Thread waiter = waiting.get();
    await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING || second.isDone());
    first.close();
    assertThat(second.get()).isEqualTo(1);
  }

  @Test
  void tellsHowItStandsWithABucket() throws Exception {
    Tickets tickets = tickets(new BucketLimit(Bucket.IMPORT, 1, Duration.ZERO));
    try (Ticket _ = tickets.acquire(IMPORT)) {
      assertThatThrownBy(() -> tickets.acquire(IMPORT)).isInstanceOf(Tickets.BusyException.class);
      BucketState state = tickets.state(Bucket.IMPORT);
      assertThat(state.limit().tickets()).isEqualTo(1);
      assertThat(state.used()).isEqualTo(1);
      assertThat(state.queued()).isZero();
      assertThat(state.limit().adaptive()).isFalse();
      assertThat(state.counts().granted()).isEqualTo(1);
      assertThat(state.counts().refused()).isEqualTo(1);
      assertThat(state.counts().lastRefused()).isNotNull();
      assertThat(gauge("tickets.limit", Bucket.IMPORT)).isEqualTo(1);
      assertThat(registry.get("tickets.refused").tag("bucket", "import").functionCounter().count())
          .isEqualTo(1);
    }
    assertThat(tickets.state(Bucket.PACKING).limit().tickets()).isEqualTo(BucketState.UNLIMITED);
  }

  @Test
  void changesALimitWhileItRuns() throws Exception {
    Tickets tickets = tickets(new BucketLimit(Bucket.IMPORT, 1, Duration.ZERO));
    try (Ticket _ = tickets.acquire(IMPORT)) {
      tickets.limit(Bucket.IMPORT, 2);
      assertThat(tickets.state(Bucket.IMPORT).limit().changed()).isTrue();
      tickets.acquire(IMPORT).close();
      tickets.limitBySettings(Bucket.IMPORT);
      assertThat(tickets.state(Bucket.IMPORT).limit().changed()).isFalse();
      assertThatThrownBy(() -> tickets.acquire(IMPORT)).isInstanceOf(Tickets.BusyException.class);
    }
    assertThatThrownBy(() -> tickets.limit(Bucket.IMPORT, 0)).hasMessageContaining("from 1 to");
    assertThatThrownBy(() -> tickets.limit(Bucket.PACKING, 3)).hasMessageContaining("no limit");
  }

  @Test
  void saysThatTheServerStopsToWhoWaits() throws Exception {
    Tickets tickets = tickets(new BucketLimit(Bucket.IMPORT, 1, Duration.ofMinutes(5)));
    try (Ticket _ = tickets.acquire(IMPORT)) {
      CompletableFuture<Throwable> told = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> told.complete(catchThrowable(() -> tickets.acquire(IMPORT))));
      await().until(() -> tickets.state(Bucket.IMPORT).queued() == 1);
      tickets.close();
      assertThat(told.get()).hasMessageContaining("is stopping");
    }
  }

  @Test
  void grantsAsMuchAsTheMemoryHasRoomForAndAlwaysOne() throws Exception {
    DataSize size = DataSize.ofMegabytes(100);
    MemoryLedger memory =
        new MemoryLedger(
            DataSize.ofMegabytes(50).toBytes(),
            () -> OptionalLong.of(DataSize.ofMegabytes(249).toBytes()),
            System::nanoTime);
    Tickets tickets =
        TestingTickets.within(
            List.of(new BucketLimit(Bucket.IMPORT, 9, Duration.ZERO)), registry, memory);
    try (Ticket first = tickets.acquire(IMPORT.expecting(DataSize.ofGigabytes(1)))) {
      assertThat(tickets.poll(IMPORT.expecting(size))).isNull();
      first.holds(DataSize.ofGigabytes(2).toBytes());
      try (Ticket second = tickets.poll(IMPORT.expecting(size))) {
        assertThat(second).as("the first has grown: what is available says it all").isNotNull();
        assertThat(tickets.poll(IMPORT.expecting(size))).isNull();
      }
    }
    try (Ticket _ = tickets.acquire(CLONE);
        Ticket heap =
            tickets.poll(CLONE.from(Bucket.IN_PROCESS).expecting(DataSize.ofGigabytes(9)))) {
      assertThat(heap).as("it takes heap").isNotNull();
    }
  }

  @Test
  void ranksPeopleProgramsAndNobody() {
    assertThat(CLONE.rank()).isEqualTo(Rank.PERSON);
    assertThat(CLONE.automated(true).rank()).isEqualTo(Rank.AUTOMATION);
    Target target = Target.repository(7);
    assertThat(TicketRequest.of(Work.PACKING, target, TicketRequest.SERVER).rank())
        .isEqualTo(Rank.AUTOMATION);
    assertThat(TicketRequest.of(Work.CLONE, target, "-").rank()).isEqualTo(Rank.ANONYMOUS);
  }

  private Tickets tickets(BucketLimit... limits) {
    return TestingTickets.within(List.of(limits), registry);
  }

  private double gauge(String name, Bucket bucket) {
    return registry.get(name).tag("bucket", bucket.settingName()).gauge().value();
  }

  private double granted(Bucket bucket) {
    return registry
        .get("tickets.granted")
        .tag("bucket", bucket.settingName())
        .functionCounter()
        .count();
  }
}
