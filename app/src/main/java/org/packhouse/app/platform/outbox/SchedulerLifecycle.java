package org.packhouse.app.platform.outbox;

import com.github.kagkarlsson.scheduler.Scheduler;
import org.springframework.context.SmartLifecycle;

/** Starts background work when the server is up, and lets running tasks end before it goes down. */
final class SchedulerLifecycle implements SmartLifecycle {

  private final Scheduler scheduler;
  private volatile boolean running;

  SchedulerLifecycle(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public void start() {
    scheduler.start();
    running = true;
  }

  @Override
  public void stop() {
    scheduler.stop();
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
