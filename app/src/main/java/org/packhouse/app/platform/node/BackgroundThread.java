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

/** A single thread for recurring work, which goes on after unexpected failures. */
public abstract class BackgroundThread implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundThread.class);

  private final String name;
  private final int phase;
  private volatile @Nullable ScheduledExecutorService thread;

  /** Takes a phase as in {@link SmartLifecycle#getPhase}. */
  protected BackgroundThread(String name, int phase) {
    this.name = name;
    this.phase = phase;
  }

  /** Does work that must precede the rest of the start, and schedules the recurring work. */
  protected abstract void begin();

  /** Schedules work with a fixed delay. */
  protected final void every(Duration interval, Runnable work) {
    every(interval, interval, work);
  }

  protected final void every(Duration first, Duration interval, Runnable work) {
    ScheduledExecutorService running = thread;
    if (running != null) {
      var _ =
          running.scheduleWithFixedDelay(
              () -> attempt(work), first.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Runs work once. Returns false if the server is stopping, so that it will not run. */
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

  /** Interrupts running work. */
  @Override
  public void stop() {
    ScheduledExecutorService running = thread;
    thread = null;
    if (running != null) {
      running.shutdownNow();
    }
  }

  /** Waits for work submitted by {@link #soon}, up to a limit. */
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
