package org.packhouse.app.platform.outbox;

import com.github.kagkarlsson.scheduler.Scheduler;
import org.springframework.context.SmartLifecycle;

/** Starts the scheduler with the server, and lets running tasks end when it stops. */
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
