package org.packhouse.app.platform.throttle;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Places in a bucket with a limit. While work is short, a place is free again sooner than another
 * way to do it could begin, and whoever waits for it spares the processor; while clients are slow,
 * places are held for as long as they read, and who has another way does not wait.
 */
final class Places {

  /** A place that was given back so long ago says nothing of the next. */
  private static final long RECENT = Duration.ofSeconds(1).toNanos();

  private final Semaphore free;
  private final LongSupplier nanoTime;
  private volatile long givenBackAt;

  /**
   * Makes them.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  Places(int count, LongSupplier nanoTime) {
    this.free = new Semaphore(count, true);
    this.nanoTime = nanoTime;
    this.givenBackAt = nanoTime.getAsLong() - 2 * RECENT;
  }

  /**
   * Takes one, which is to be given back.
   *
   * @return whether there was one in that time
   * @throws InterruptedIOException if it is interrupted while it waits
   */
  boolean take(Duration longestWait) throws InterruptedIOException {
    if (free.tryAcquire()) {
      return true;
    }
    try {
      return free.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while waiting for a ticket");
    }
  }

  /** The same, but waits only if a place was given back just now. */
  boolean takeSoon(Duration longestWait) throws InterruptedIOException {
    if (free.tryAcquire()) {
      return true;
    }
    return nanoTime.getAsLong() - givenBackAt <= RECENT && take(longestWait);
  }

  void giveBack() {
    givenBackAt = nanoTime.getAsLong();
    free.release();
  }
}
