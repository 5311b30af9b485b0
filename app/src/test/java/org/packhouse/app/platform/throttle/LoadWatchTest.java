package org.packhouse.app.platform.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.throttle.ThrottleSettings.Strategy;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.limit.LimitRule;
import org.packhouse.app.platform.throttle.load.MachineLoad;
import org.packhouse.app.platform.throttle.queue.Shares;

class LoadWatchTest {

  private static final TicketRequest CLONE =
      TicketRequest.of(Work.CLONE, Target.repository(1), "ada");

  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicLong reads = new AtomicLong();
  private final PeopleWaits people = new PeopleWaits(new SimpleMeterRegistry());
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  @TempDir private Path proc;
  private Tickets tickets;
  private LoadWatch watch;
  private long working;
  private long idle = 1;

  @BeforeEach
  void startMachine() throws IOException {
    Files.writeString(proc.resolve("meminfo"), "MemAvailable: 8000000 kB\n");
    tick();
    ScheduledFuture<?> _ = clock.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.MILLISECONDS);
    MachineLoad load = new MachineLoad(proc, proc.resolve("none"));
    BucketPlan plan =
        new BucketPlan(
            Bucket.SCM_HOSTING,
            Strategy.ADAPTIVE,
            3,
            new LimitRule(2, 12, 0.75),
            Duration.ofMillis(30),
            Duration.ofMinutes(5),
            Shares.ALL);
    BucketPlan cached =
        new BucketPlan(
            Bucket.CACHED_RESPONSES,
            Strategy.ADAPTIVE,
            64,
            new LimitRule(2, 64, 0.75),
            Duration.ofMillis(30),
            Duration.ofMinutes(5),
            Shares.ALL);
    tickets =
        new Tickets(
            List.of(plan, cached),
            new MemoryLedger(0, load::availableMemory, System::nanoTime),
            new SimpleMeterRegistry(),
            Clock.systemUTC());
    watch = new LoadWatch(tickets, load, people, Clock.systemUTC());
    watch.start();
  }

  @AfterEach
  void stop() {
    watch.stop();
    clock.shutdownNow();
    clock.close();
  }

  @Test
  void raisesTheLimitWhileTheyAreIdleAndSomebodyWaits() {
    for (int i = 0; i < 15; i++) {
      CompletableFuture<Throwable> _ = ask();
    }
    await().until(() -> state().limit().tickets() == 12);
    await().until(() -> state().used() == 12);
    assertThat(state().queued()).isEqualTo(3);
  }

  @Test
  void lowersTheLimitWhereTheProcessorsAreBusy() throws Exception {
    busy.set(true);
    try (Ticket _ = tickets.acquire(CLONE)) {
      await().until(() -> state().limit().tickets() == 2);
    }
  }

  @Test
  void isBusyWhereFewProcessorsAreFreeBesideNativeGit() throws Exception {
    assertThat(LoadWatch.isBusy(0.1, 2, true)).isTrue();
    assertThat(LoadWatch.isBusy(0.1, 2, false)).isFalse();
    assertThat(LoadWatch.isBusy(0, 1, true)).isTrue();
    assertThat(LoadWatch.isBusy(0.5, 64, true)).isFalse();
    assertThat(LoadWatch.isBusy(0.75, 64, false)).isTrue();
    try (Ticket _ = tickets.acquire(CLONE)) {
      double cpu = watch.state().cpu();
      int processors = Runtime.getRuntime().availableProcessors();
      assertThat(watch.isBusy()).isEqualTo(LoadWatch.isBusy(cpu, processors, true));
    }
  }

  @Test
  void isBusyWhereTheProcessorsAre() {
    assertThat(watch.isBusy()).isFalse();
    busy.set(true);
    await().until(watch::isBusy);
    busy.set(false);
    await().until(() -> !watch.isBusy());
  }

  @Test
  void leavesALimitAloneThatAnAdministratorHasSet() throws Exception {
    tickets.limit(Bucket.SCM_HOSTING, 20);
    assertThat(state().limit().adaptive()).isFalse();
    busy.set(true);
    long looks = reads.get();
    await().until(() -> reads.get() > looks + 10);
    assertThat(state().limit().tickets()).isEqualTo(20);
    tickets.limitBySettings(Bucket.SCM_HOSTING);
    try (Ticket _ = tickets.acquire(CLONE)) {
      await().until(() -> state().limit().tickets() == 2);
    }
  }

  @Test
  void sendsLessAtOnceWhilePeopleWaitForLong() throws Exception {
    TicketRequest sending = TicketRequest.of(Work.SENDING, Target.repository(1), "ada");
    ScheduledFuture<?> slow =
        clock.scheduleWithFixedDelay(
            () -> people.waited(PeopleWaits.Kind.PAGE, Duration.ofSeconds(1)),
            0,
            5,
            TimeUnit.MILLISECONDS);
    await().until(() -> tickets.state(Bucket.CACHED_RESPONSES).limit().tickets() == 2);
    slow.cancel(true);
    await().until(() -> tickets.state(Bucket.CACHED_RESPONSES).limit().tickets() == 64);
    try (Ticket ticket = Objects.requireNonNull(tickets.pace(sending))) {
      ticket.requireOpen();
      // It goes back by itself.
      await().until(() -> tickets.state(Bucket.CACHED_RESPONSES).used() == 0);
    }
  }

  @Test
  void sendsAwayWhoWaitsWhenTheServerStops() throws Exception {
    tickets.limit(Bucket.SCM_HOSTING, 1);
    try (Ticket _ = tickets.acquire(CLONE)) {
      CompletableFuture<Throwable> waiting = ask();
      await().until(() -> state().queued() == 1);
      watch.stop();
      assertThat(waiting.get()).hasMessageContaining("is stopping");
      assertThat(watch.isRunning()).isFalse();
    }
  }

  private CompletableFuture<Throwable> ask() {
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> end.complete(catchThrowable(() -> tickets.acquire(CLONE))));
    return end;
  }

  private BucketState state() {
    return tickets.state(Bucket.SCM_HOSTING);
  }

  /** Ten ticks pass, of which all or none are busy. */
  private void tick() {
    if (busy.get()) {
      working += 10;
    } else {
      idle += 10;
    }
    reads.incrementAndGet();
    try {
      Path next = proc.resolve("next");
      Files.writeString(next, "cpu  %d 0 0 %d 0 0 0 0 0 0\n".formatted(working, idle));
      Files.move(next, proc.resolve("stat"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
