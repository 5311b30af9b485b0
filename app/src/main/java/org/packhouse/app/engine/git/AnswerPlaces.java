package org.packhouse.app.engine.git;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Places for the answers that are made at once. While answers are short, a place is free again
 * sooner than another program could begin, and whoever waits for it spares the processor; while
 * clients are slow, places are held for as long as they read, and nobody waits.
 */
final class AnswerPlaces {

  /** A place that was given back so long ago says nothing of the next. */
  private static final long RECENT = Duration.ofSeconds(1).toNanos();

  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  private final Semaphore free;
  private final LongSupplier nanoTime;
  private volatile long givenBackAt;

  /**
   * Makes them.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  AnswerPlaces(int count, LongSupplier nanoTime) {
    this.free = new Semaphore(count, true);
    this.nanoTime = nanoTime;
    this.givenBackAt = nanoTime.getAsLong() - 2 * RECENT;
  }

  /**
   * Takes one, which is to be given back.
   *
   * @return whether there was one
   * @throws InterruptedIOException if it is interrupted while it waits
   */
  boolean take() throws InterruptedIOException {
    if (free.tryAcquire()) {
      return true;
    }
    if (nanoTime.getAsLong() - givenBackAt > RECENT) {
      return false;
    }
    try {
      return free.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while waiting to make an answer");
    }
  }

  void giveBack() {
    givenBackAt = nanoTime.getAsLong();
    free.release();
  }
}
