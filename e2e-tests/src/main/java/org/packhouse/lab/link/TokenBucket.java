package org.packhouse.lab.link;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets through so many bytes a second, in one direction of one connection. Who has moved more waits
 * until that would have been done; the thread is parked, so a thousand slow clients cost nothing.
 */
public final class TokenBucket {

  private static final long SECOND = 1_000_000_000L;

  /** How far it may run ahead after a pause, in nanoseconds. */
  private static final long BURST = SECOND / 20;

  private final long bytesPerSecond;
  private long free = System.nanoTime();

  /**
   * Makes one.
   *
   * @param bytesPerSecond 0 for as many as come
   */
  public TokenBucket(long bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /** Waits until that many more bytes may have been moved. */
  public void spend(int bytes) throws InterruptedIOException {
    if (bytesPerSecond == 0) {
      return;
    }
    long now = System.nanoTime();
    free = (free - (now - BURST) > 0 ? free : now - BURST) + bytes * SECOND / bytesPerSecond;
    waitUntil(free);
  }

  /** Waits until that moment of {@link System#nanoTime}. */
  static void waitUntil(long moment) throws InterruptedIOException {
    for (long wait = moment - System.nanoTime(); wait > 0; wait = moment - System.nanoTime()) {
      LockSupport.parkNanos(wait);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Interrupted on a slow link");
      }
    }
  }
}
