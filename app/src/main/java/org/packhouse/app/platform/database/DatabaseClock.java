package org.packhouse.app.platform.database;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A clock that follows PostgreSQL's, so that nodes agree what has expired. It advances from the
 * last {@link Sample} by the machine's monotonic clock, so setting the machine's clock does not
 * move it. Before the first sample it is the machine's clock.
 *
 * <p>A sample bounds PostgreSQL's time when its response arrived. While this clock is within the
 * bounds it is kept; otherwise it moves to their middle. It never goes back by less than {@link
 * #STEP}, but stands still until the time has come; if PostgreSQL's clock was set back by more, it
 * follows, on every node.
 */
public final class DatabaseClock extends Clock {

  /** PostgreSQL's clock going back this far means that it was set. */
  static final Duration STEP = Duration.ofSeconds(2);

  /** The machine's clock was set if it deviates this far from its ticks. */
  private static final long JUMP_MILLIS = 250;

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);
  private static final long NANOS = 1_000_000_000;
  private static final long MILLIS = 1_000_000;
  private static final long SEALED = Long.MAX_VALUE;

  private final InstantSource machine;
  private final LongSupplier ticks;
  private final AtomicBoolean jumped = new AtomicBoolean();
  private volatile Runnable afterJump = () -> {};
  private volatile @Nullable Line line;

  /** Takes a monotonic clock in nanoseconds, with any origin. */
  DatabaseClock(InstantSource machine, LongSupplier ticks) {
    this.machine = machine;
    this.ticks = ticks;
  }

  /** PostgreSQL's time, with the ticks at request and response, and the machine's clock then. */
  record Sample(Instant database, long sent, long received, long machineMillis) {

    long roundTrip() {
      return received - sent;
    }
  }

  /**
   * Readings after a sample. {@code told} is the latest, a lower bound for the next; {@link
   * #SEALED} if another line has replaced this one.
   */
  private record Line(long epochNanos, long tick, long machineMillis, AtomicLong told) {

    long at(long later) {
      return epochNanos + (later - tick);
    }

    long tell(long now) {
      return told.accumulateAndGet(at(now), Math::max);
    }

    boolean hasJumped(long now, long millis) {
      return Math.abs(millis - machineMillis - (now - tick) / MILLIS) > JUMP_MILLIS;
    }
  }

  /** Sets a callback that runs at most once between samples when the machine's clock was set. */
  void onJump(Runnable asks) {
    afterJump = asks;
  }

  /** Must not run in two threads at a time. */
  void follow(Sample sample) {
    long earliest = nanosOf(sample.database());
    long middle = earliest + sample.roundTrip() / 2;
    Line before = line;
    if (before == null) {
      tellOfDifference(sample.machineMillis() - middle / MILLIS);
      line = lineFrom(middle, sample, Long.MIN_VALUE);
    } else {
      long reading = before.at(sample.received());
      boolean agrees = earliest <= reading && reading <= earliest + sample.roundTrip();
      long floor = before.told().getAndSet(SEALED);
      if (!agrees && reading - middle > STEP.toNanos()) {
        LOG.warn("PostgreSQL's clock was set back by {} ms", (reading - middle) / MILLIS);
        floor = Long.MIN_VALUE;
      }
      line = lineFrom(agrees ? reading : middle, sample, floor);
    }
    jumped.set(false);
  }

  private static void tellOfDifference(long ahead) {
    if (Math.abs(ahead) > STEP.toMillis()) {
      LOG.warn(
          "The clock of this machine is {} s {} PostgreSQL's, which counts",
          Math.abs(ahead) / 1000,
          ahead > 0 ? "ahead of" : "behind");
    }
  }

  private static Line lineFrom(long epochNanos, Sample sample, long floor) {
    return new Line(epochNanos, sample.received(), sample.machineMillis(), new AtomicLong(floor));
  }

  long tick() {
    return ticks.getAsLong();
  }

  long machineMillis() {
    return machine.millis();
  }

  @Override
  public Instant instant() {
    while (true) {
      Line now = line;
      if (now == null) {
        return machine.instant();
      }
      long tick = ticks.getAsLong();
      long told = now.tell(tick);
      if (told != SEALED) {
        if (now.hasJumped(tick, machine.millis()) && jumped.compareAndSet(false, true)) {
          afterJump.run();
        }
        return Instant.ofEpochSecond(Math.floorDiv(told, NANOS), Math.floorMod(told, NANOS));
      }
      Thread.onSpinWait();
    }
  }

  private static long nanosOf(Instant instant) {
    return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  // The method reference in Clock would recurse to here.
  @SuppressWarnings("UnnecessaryMethodReference")
  public Clock withZone(ZoneId zone) {
    InstantSource self = this::instant;
    return self.withZone(zone);
  }
}
