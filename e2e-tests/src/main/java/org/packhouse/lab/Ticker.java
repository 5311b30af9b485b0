package org.packhouse.lab;

import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.packhouse.lab.load.Progress;

/** Shows twice a second how a stage goes. */
final class Ticker implements AutoCloseable {

  private static final long PERIOD_MILLIS = 500;

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
    return (done, failed) -> {
      begun.done.add(done);
      begun.failed.add(failed);
    };
  }

  private void run() {
    try {
      while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        console.show(now.get().line());
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
