package org.packhouse.lab.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The times at which a stage began and is to end, or has been ended early. */
final class StageClock {

  private final long begin = System.nanoTime();
  private final long length;
  private final CountDownLatch halted = new CountDownLatch(1);
  private volatile long cut = Long.MAX_VALUE;

  StageClock(Duration duration) {
    this.length = duration.toNanos();
  }

  /** Nanoseconds since the stage began. */
  long elapsed() {
    return System.nanoTime() - begin;
  }

  long length() {
    return Math.min(length, cut);
  }

  boolean isOver() {
    return elapsed() >= length();
  }

  boolean isHalted() {
    return halted.getCount() == 0;
  }

  /** Ends the stage now. */
  void halt() {
    cut = Math.min(cut, elapsed());
    halted.countDown();
  }

  /** Waits until so many nanoseconds after the beginning; false if the stage was halted. */
  boolean waitUntil(long nanos) throws InterruptedException {
    return !halted.await(nanos - elapsed(), TimeUnit.NANOSECONDS);
  }

  /** The part of a span, in nanoseconds since the beginning, that lies within the stage. */
  double within(long from, long to) {
    return to <= length() || to <= from ? 1 : (double) Math.max(0, length() - from) / (to - from);
  }
}
