package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.platform.node.SessionEnded;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The threads of this node's {@link NodeWork}, which are woken when the session of a dead node
 * ends.
 */
@Component
class NodeWorkLifecycle implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(NodeWorkLifecycle.class);

  private final List<Worker> workers;
  private final Duration maxStop;
  private volatile List<ExecutorService> threads = List.of();
  private volatile boolean running;

  @Autowired
  NodeWorkLifecycle(List<NodeWork> works) {
    this(works, SchedulerConfiguration.MAX_SHUTDOWN_WAIT);
  }

  NodeWorkLifecycle(List<NodeWork> works, Duration maxStop) {
    this.workers = works.stream().map(Worker::new).toList();
    this.maxStop = maxStop;
  }

  private final class Worker {

    private final NodeWork work;
    private final Semaphore wake = new Semaphore(0);

    Worker(NodeWork work) {
      this.work = work;
    }

    void run() {
      while (running) {
        look();
        try {
          if (wake.tryAcquire(work.every().toMillis(), TimeUnit.MILLISECONDS)) {
            wake.drainPermits();
          }
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    private void look() {
      try {
        work.look().run();
      } catch (RuntimeException e) {
        if (running) {
          LOG.warn("The work {} failed and runs again in {}", work.name(), work.every(), e);
        }
      }
    }
  }

  @EventListener
  void on(SessionEnded event) {
    LOG.debug("Looking for the work of dead session {}", event.session());
    workers.forEach(worker -> worker.wake.release());
  }

  @Override
  public void start() {
    running = true;
    List<ExecutorService> started = new ArrayList<>();
    for (Worker worker : workers) {
      ExecutorService thread =
          Executors.newSingleThreadExecutor(
              Thread.ofPlatform().daemon().name(worker.work.name()).factory());
      thread.execute(worker::run);
      started.add(thread);
    }
    threads = started;
  }

  @Override
  public void stop() {
    running = false;
    workers.forEach(worker -> worker.wake.release());
    threads.forEach(ExecutorService::shutdown);
    long deadline = System.nanoTime() + maxStop.toNanos();
    try {
      for (ExecutorService thread : threads) {
        if (!thread.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          thread.shutdownNow();
        }
      }
    } catch (InterruptedException e) {
      threads.forEach(ExecutorService::shutdownNow);
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
