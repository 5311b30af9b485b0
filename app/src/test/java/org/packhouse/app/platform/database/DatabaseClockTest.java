package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.database.DatabaseClock.Sample;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class DatabaseClockTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  /** What is true, the ticks of the machine, and what somebody has set its clock to. */
  private Instant now = NOON;

  private long ticks = Long.MAX_VALUE / 2;
  private Duration machineAhead = HOUR;
  private final DatabaseClock clock = new DatabaseClock(() -> now.plus(machineAhead), () -> ticks);

  private void pass(Duration time) {
    now = now.plus(time);
    ticks += time.toNanos();
  }

  /** Asks PostgreSQL, which looks at its clock when half of the way is done. */
  private Sample ask(Duration there, Duration back) {
    long sent = ticks;
    pass(there);
    Instant said = now;
    pass(back);
    return new Sample(said, sent, ticks, now.plus(machineAhead).toEpochMilli());
  }

  private void follow() {
    clock.follow(ask(Duration.ofMillis(1), Duration.ofMillis(1)));
  }

  @Test
  void isTheMachinesBeforeItKnowsBetter() {
    assertThat(clock.instant()).isEqualTo(now.plus(HOUR));
  }

  @Test
  void followsTheDatabaseWhateverTheMachineSays() {
    follow();
    assertThat(clock.instant()).isEqualTo(now);
    pass(Duration.ofMinutes(3));
    assertThat(clock.instant()).isEqualTo(now);
    assertThat(clock.withZone(ZoneId.of("Asia/Tokyo")).instant()).isEqualTo(now);
  }

  @Test
  void halvesTheWay() {
    clock.follow(ask(SECOND, SECOND));
    assertThat(clock.instant()).isEqualTo(now);
    DatabaseClock other = new DatabaseClock(() -> now, () -> ticks);
    other.follow(ask(Duration.ZERO, SECOND));
    assertThat(other.instant()).isEqualTo(now.minusMillis(500));
  }

  @Test
  void staysAsItIsWhereASlowAnswerTellsNothing() {
    follow();
    clock.follow(ask(Duration.ZERO, Duration.ofSeconds(10)));
    assertThat(clock.instant()).isEqualTo(now);
    clock.follow(ask(Duration.ofSeconds(10), Duration.ZERO));
    assertThat(clock.instant()).isEqualTo(now);
  }

  @Test
  void goesForwardAtOnceAndStandsStillWhereItIsAhead() {
    follow();
    now = now.plusSeconds(1);
    follow();
    assertThat(clock.instant()).isEqualTo(now);
    Instant told = clock.instant();
    now = now.minusSeconds(1);
    follow();
    assertThat(clock.instant()).isEqualTo(told);
    pass(Duration.ofMillis(900));
    assertThat(clock.instant()).as("not yet").isEqualTo(told);
    pass(Duration.ofMillis(200));
    assertThat(clock.instant()).isEqualTo(now).isAfter(told);
  }

  @Test
  void followsADatabaseWhoseClockWasSetBack() {
    follow();
    clock.instant();
    now = now.minus(HOUR);
    follow();
    assertThat(clock.instant()).isEqualTo(now);
  }

  @Test
  void isNotMovedByWhoSetsTheMachinesClockAndAsksOnce() {
    AtomicInteger asked = new AtomicInteger();
    clock.onJump(asked::incrementAndGet);
    follow();
    machineAhead = HOUR.plusMillis(50);
    assertThat(clock.instant()).isEqualTo(now);
    assertThat(asked).hasValue(0);
    for (Duration set : new Duration[] {Duration.ZERO, HOUR.negated()}) {
      machineAhead = set;
      assertThat(clock.instant()).isEqualTo(now);
      assertThat(clock.instant()).as("asked once more").isEqualTo(now);
      assertThat(asked).hasValue(set.isZero() ? 1 : 2);
      follow();
      assertThat(clock.instant()).isEqualTo(now);
      assertThat(asked).as("it is known now").hasValue(set.isZero() ? 1 : 2);
    }
  }

  @Test
  void neverGoesBackWhileItIsCorrected() throws InterruptedException {
    InstantSource machine = InstantSource.system();
    DatabaseClock shaken = new DatabaseClock(machine, System::nanoTime);
    AtomicInteger corrected = new AtomicInteger();
    try (ScheduledExecutorService shaking = Executors.newSingleThreadScheduledExecutor()) {
      Runnable correct =
          () -> {
            long tick = System.nanoTime();
            long wrong = corrected.incrementAndGet() % 2 == 0 ? 0 : 1_000_000;
            Instant said = Instant.EPOCH.plusNanos(tick).plusNanos(wrong);
            shaken.follow(new Sample(said, tick, tick, machine.millis()));
          };
      correct.run();
      var _ = shaking.scheduleWithFixedDelay(correct, 0, 50, TimeUnit.MICROSECONDS);
      Instant last = shaken.instant();
      int seen = 0;
      for (int before = corrected.get(); seen < 500; before = corrected.get()) {
        Instant next = shaken.instant();
        assertThat(next.isBefore(last)).as("%s after %s", next, last).isFalse();
        last = next;
        seen += corrected.get() == before ? 0 : 1;
      }
    }
  }

  @Test
  void asksARealDatabaseAtTheStartAndAfterAJump() throws SQLException {
    DriverManagerDataSource database =
        new DriverManagerDataSource(TestingDatabase.create(), "postgres", "");
    Clock here = Clock.systemUTC();
    DatabaseClock followed =
        new DatabaseClock(() -> here.instant().plus(machineAhead), System::nanoTime);
    ClockUpkeep.set(followed, database);
    assertThat(Duration.between(here.instant(), followed.instant()).abs()).isLessThan(HOUR);
    ClockUpkeep upkeep = new ClockUpkeep(followed, database);
    upkeep.start();
    try {
      // As if the machine had slept for a day: its ticks stood still, its clock did not.
      followed.follow(
          new Sample(
              here.instant().minus(Duration.ofDays(1)),
              System.nanoTime(),
              System.nanoTime(),
              here.instant().minus(Duration.ofDays(1)).toEpochMilli()));
      Awaitility.await()
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(() ->
              assertThat(Duration.between(followed.instant(), here.instant())).isLessThan(HOUR));
    } finally {
      upkeep.stop();
    }
  }
}
