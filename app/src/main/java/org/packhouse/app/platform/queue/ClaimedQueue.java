package org.packhouse.app.platform.queue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * The thread of this node that claims due rows and has them worked on, in rounds: when {@link
 * #look} is called, and otherwise after a wait, for rows of dead nodes.
 */
public abstract class ClaimedQueue implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimedQueue.class);

  private final String name;
  private final Pace pace;
  private final Semaphore wake = new Semaphore(0);
  private volatile Thread thread = Thread.ofVirtual().unstarted(() -> {});
  private volatile boolean running;

  protected ClaimedQueue(String name, Pace pace) {
    this.name = name;
    this.pace = pace;
  }

  /**
   * The times of a queue.
   *
   * @param minWait also after a failure
   * @param rest the least between beginnings of rounds: rows of that time are claimed together
   * @param maxStop the wait of a stop for the round and for work that drains
   */
  public record Pace(Duration minWait, Duration maxWait, Duration rest, Duration maxStop) {

    /** Returns the wait for the next round, within the bounds; empty: nothing waits. */
    public Duration until(Optional<Duration> due) {
      Duration wait = due.orElse(maxWait);
      return wait.compareTo(minWait) < 0 ? minWait : wait.compareTo(maxWait) > 0 ? maxWait : wait;
    }
  }

  /** Claims due rows and returns the wait for the next round; woken: by {@link #look}. */
  protected abstract Duration round(boolean woken);

  /** Called after a failed round: the response to a claim may be lost. */
  protected abstract void failed();

  /** Called when claims of a dead node have fallen. */
  protected void claimsFell() {
    look();
  }

  /** Waits at a stop for work that is nearly done. */
  protected void drain() throws InterruptedException {}

  public final void look() {
    wake.release();
  }

  private void work() {
    Duration wait = pace.minWait();
    try {
      while (running) {
        boolean woken = wake.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
        wake.drainPermits();
        long begun = System.nanoTime();
        wait = tryRound(woken);
        Thread.sleep(pace.rest().minusNanos(System.nanoTime() - begun));
      }
      drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration tryRound(boolean woken) {
    try {
      return round(woken);
    } catch (DataAccessException e) {
      failed();
      LOG.warn("The queue {} waits for the database: {}", name, e.getMessage());
    } catch (RuntimeException e) {
      failed();
      LOG.error("A round of the queue {} failed and is repeated", name, e);
    }
    return pace.minWait();
  }

  @Override
  public void start() {
    running = true;
    thread = Thread.ofVirtual().name(name).start(this::work);
  }

  @Override
  public void stop() {
    running = false;
    look();
    try {
      if (!thread.join(pace.maxStop())) {
        LOG.warn("The queue {} still works; what it works on may be repeated", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public final boolean isRunning() {
    return running;
  }
}
