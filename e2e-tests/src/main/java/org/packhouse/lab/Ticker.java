package org.packhouse.lab;

import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.packhouse.lab.load.Progress;

/** Shows twice a second how a stage goes; without a terminal, as it begins and each 15 s. */
final class Ticker implements AutoCloseable {

  private static final long PERIOD_MILLIS = 500;

  /** How many periods pass between two lines of one stage where there is no terminal. */
  private static final int PERIODS_OF_LINE = 30;

  private final Console console;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private final AtomicReference<Now> now = new AtomicReference<>(new Now("starting", 0));

  Ticker(Console console) {
    this.console = console;
    this.thread = Thread.ofPlatform().daemon().name("ticker").start(this::run);
  }

  /** The present step, since when and for how long, in seconds; 0 if that is not known. */
  private static final class Now {
    private final String what;
    private final long seconds;
    private final long began = System.nanoTime();
    private final LongAdder done = new LongAdder();
    private final LongAdder failed = new LongAdder();

    Now(String what, long seconds) {
      this.what = what;
      this.seconds = seconds;
    }

    String line() {
      long elapsed = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
      return seconds == 0
          ? String.format(Locale.ROOT, "%s, %d s", what, elapsed)
          : String.format(
              Locale.ROOT,
              "%s, %d of %d s, %d done, %d failed",
              what,
              elapsed,
              seconds,
              done.sum(),
              failed.sum());
    }
  }

  /** Something else goes on from now. */
  Progress begin(String what, long seconds) {
    Now begun = new Now(what, seconds);
    now.set(begun);
    console.step(what + ".");
    return (done, failed) -> {
      begun.done.add(done);
      begun.failed.add(failed);
    };
  }

  private void run() {
    try {
      int periods = 0;
      Now last = now.get();
      while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        Now present = now.get();
        periods = present.equals(last) ? periods + 1 : 0;
        last = present;
        console.show(present.line());
        if (periods == PERIODS_OF_LINE) {
          console.step("  " + present.line());
          periods = 0;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nothing is shown after it. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
