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
 * Clock that follows PostgreSQL's, so that nodes whose own clocks differ agree on what is over. It
 * counts on from the last {@link Sample} by the machine's ticks, which nobody sets: setting the
 * clock of this machine does not move it. Before the first sample it is the machine's clock.
 *
 * <p>A sample says between which two times PostgreSQL's clock was when its response came. As long
 * as this clock is between them it is as good as the sample and stays as it is; otherwise it goes
 * to the middle. It never goes back for less than {@link #STEP}, but stands still until the time
 * has come. When PostgreSQL's clock itself was set back by more, it follows, as every other node
 * does.
 */
public final class DatabaseClock extends Clock {

  /** By how much PostgreSQL's clock goes back at least when somebody has set it. */
  static final Duration STEP = Duration.ofSeconds(2);

  /** A machine's clock that differs by so much from what its ticks say was set. */
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

  /**
   * A clock that has not been told PostgreSQL's time yet.
   *
   * @param ticks nanoseconds that pass evenly, from any beginning
   */
  DatabaseClock(InstantSource machine, LongSupplier ticks) {
    this.machine = machine;
    this.ticks = ticks;
  }

  /**
   * The time of PostgreSQL, as it was asked for.
   *
   * @param database its response
   * @param sent the ticks before it was asked
   * @param received the ticks when the response was there
   * @param machineMillis what the machine's clock said then
   */
  record Sample(Instant database, long sent, long received, long machineMillis) {

    long roundTrip() {
      return received - sent;
    }
  }

  /**
   * Readings from one sample on.
   *
   * @param told the last one, which none is before; {@link #SEALED}: another line holds
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

  /** Has somebody hear, once until the next sample, that the machine's clock was set. */
  void onJump(Runnable asks) {
    afterJump = asks;
  }

  /** Goes by another sample. One thread does so at a time. */
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

  /** The ticks now. */
  long tick() {
    return ticks.getAsLong();
  }

  /** The machine's clock now. */
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
  // This itself would come back here.
  @SuppressWarnings("UnnecessaryMethodReference")
  public Clock withZone(ZoneId zone) {
    InstantSource self = this::instant;
    return self.withZone(zone);
  }
}
