package org.packhouse.lab;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets a signal end a run as a failure does: what was measured is written, servers are stopped, and
 * only then is the process gone.
 */
final class Stop extends Thread {

  private static final long MAX_SECONDS = 60;

  private final Thread main;
  private final AtomicBoolean decided = new AtomicBoolean();

  /**
   * Makes a hook for the end of the process.
   *
   * @param main the thread that works
   */
  Stop(Thread main) {
    super("stop");
    this.main = main;
  }

  @Override
  public void run() {
    if (decided.getAndSet(true)) {
      return;
    }
    main.interrupt();
    try {
      main.join(TimeUnit.SECONDS.toMillis(MAX_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the process with that status, unless a signal ends it already. */
  void exit(int status) {
    if (!decided.getAndSet(true)) {
      System.exit(status);
    }
  }
}
