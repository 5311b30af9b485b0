package org.packhouse.app.platform.node;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A thread of its own for work that is done again and again while the server runs. One piece of
 * work is done at a time; work that fails with what it did not expect is logged and comes again.
 */
public abstract class BackgroundThread implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundThread.class);

  private final String name;
  private final int phase;
  private volatile @Nullable ScheduledExecutorService thread;

  /**
   * Makes the thread of a component; it starts with the server.
   *
   * @param name of the thread
   * @param phase when it begins, as {@link SmartLifecycle#getPhase} has it
   */
  protected BackgroundThread(String name, int phase) {
    this.name = name;
    this.phase = phase;
  }

  /** Does what has to be done before the server goes on with its start, and plans the rest. */
  protected abstract void begin();

  /** Has work done, and again so long after it was. */
  protected final void every(Duration interval, Runnable work) {
    every(interval, interval, work);
  }

  /** Has work done after a first wait, and again so long after it was. */
  protected final void every(Duration first, Duration interval, Runnable work) {
    ScheduledExecutorService running = thread;
    if (running != null) {
      var _ =
          running.scheduleWithFixedDelay(
              () -> attempt(work), first.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Has work done once, as soon as the thread has time.
   *
   * @return false if the server ends: it will not be done
   */
  protected final boolean soon(Runnable work) {
    ScheduledExecutorService running = thread;
    if (running == null) {
      return false;
    }
    try {
      running.execute(() -> attempt(work));
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("{} has ended", name, e);
      return false;
    }
  }

  private void attempt(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("The work of {} failed and is tried again at its next time", name, e);
    }
  }

  @Override
  public final void start() {
    thread =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(name).factory());
    begin();
  }

  /** Ends at once, whatever is being done. */
  @Override
  public void stop() {
    ScheduledExecutorService running = thread;
    thread = null;
    if (running != null) {
      running.shutdownNow();
    }
  }

  /** Ends when what was given out by {@link #soon} is done, or after a while. */
  protected final void stopWithin(Duration limit) {
    ScheduledExecutorService running = thread;
    thread = null;
    if (running == null) {
      return;
    }
    running.shutdown();
    try {
      if (!running.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        running.shutdownNow();
      }
    } catch (InterruptedException e) {
      running.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public final boolean isRunning() {
    return thread != null;
  }

  @Override
  public final int getPhase() {
    return phase;
  }
}
