package org.packhouse.app.platform.outbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Schedules tasks that look at the state of something some time after it has changed, so that one
 * look serves all changes until then. Such a task that this node has scheduled is remembered until
 * shortly before it is due: no node begins it earlier, so that it sees what changes now, and there
 * is nothing to write.
 */
@Component
public class GatheredTasks {

  /** Nodes follow one clock, and each a little differently. */
  private static final Duration MARGIN = Duration.ofMillis(500);

  private static final int MAX_REMEMBERED = 10_000;

  // The scheduler knows its tasks, some of which schedule others.
  private final ObjectProvider<SchedulerClient> scheduler;
  private final Clock clock;
  private final Cache<Waiting, Instant> waiting =
      Caffeine.newBuilder()
          .maximumSize(MAX_REMEMBERED)
          .expireAfterWrite(Duration.ofMinutes(1))
          .build();

  GatheredTasks(ObjectProvider<SchedulerClient> scheduler, Clock clock) {
    this.scheduler = scheduler;
    this.clock = clock;
  }

  private record Waiting(String task, String instance) {}

  /** Whether a task that this node has scheduled will see what has changed until now. */
  public boolean isWaiting(String task, String instance) {
    Instant due = waiting.getIfPresent(new Waiting(task, instance));
    return due != null && clock.instant().isBefore(due.minus(MARGIN));
  }

  /**
   * Schedules a task, unless it is scheduled already.
   *
   * @param wait the time in which changes are gathered
   */
  public void schedule(String task, String instance, Duration wait) {
    if (isWaiting(task, instance)) {
      return;
    }
    Instant due = clock.instant().plus(wait);
    boolean made =
        scheduler
            .getObject()
            .scheduleIfNotExists(TaskDescriptor.of(task).instance(instance).build(), due);
    // A row that is not committed yet may never be.
    if (made && !TransactionSynchronizationManager.isActualTransactionActive()) {
      waiting.put(new Waiting(task, instance), due);
    }
  }
}
