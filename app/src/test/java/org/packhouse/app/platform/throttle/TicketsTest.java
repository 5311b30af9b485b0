package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
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
  void takesOneLimitOfABucket() {
    BucketLimit limit = new BucketLimit(Bucket.IMPORT, 1, Duration.ZERO);
    assertThatThrownBy(() -> tickets(limit, limit)).hasMessageContaining("IMPORT");
  }

  private Tickets tickets(BucketLimit... limits) {
    return new Tickets(List.of(limits), registry);
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
