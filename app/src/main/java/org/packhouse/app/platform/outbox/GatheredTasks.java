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
 *
 * <p>Where changes go on, each look waits twice as long as the one before, up to {@link #MAX_WAIT}:
 * what is changed once is looked at soon, and what changes all the time costs a few looks a minute.
 */
@Component
public class GatheredTasks {

  /** Nodes follow one clock, and each a little differently. */
  private static final Duration MARGIN = Duration.ofMillis(500);

  /**
   * The longest that changes are gathered, if the task does not ask for more: a page that shows
   * what was counted before a push is this late at most.
   */
  static final Duration MAX_WAIT = Duration.ofSeconds(16);

  private static final int MAX_REMEMBERED = 10_000;

  // The scheduler knows its tasks, some of which schedule others.
  private final ObjectProvider<SchedulerClient> scheduler;
  private final Clock clock;
  private final Cache<Work, Scheduled> scheduled =
      Caffeine.newBuilder()
          .maximumSize(MAX_REMEMBERED)
          .expireAfterWrite(Duration.ofMinutes(1))
          .build();

  GatheredTasks(ObjectProvider<SchedulerClient> scheduler, Clock clock) {
    this.scheduler = scheduler;
    this.clock = clock;
  }

  private record Work(String task, String instance) {}

  /**
   * A task that this node has scheduled.
   *
   * @param gathering the time in which changes are gathered for it
   * @param at when, by {@link System#nanoTime}: a clock that is set back makes nobody wait longer
   */
  private record Scheduled(Instant due, Duration gathering, long at) {

    boolean isWaiting(Instant now) {
      return now.isBefore(due.minus(MARGIN))
          && System.nanoTime() - at < gathering.minus(MARGIN).toNanos();
    }

    /** The time for the next one: longer if changes went on before or right after this look. */
    Duration next(Instant now, Duration least) {
      Duration twice = gathering.multipliedBy(2);
      Duration longer = twice.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : twice;
      boolean isQuiet = now.isAfter(due.plus(gathering));
      return least.isZero() || isQuiet || longer.compareTo(least) < 0 ? least : longer;
    }
  }

  /** Whether a task that this node has scheduled will see what has changed until now. */
  public boolean isWaiting(String task, String instance) {
    Scheduled before = scheduled.getIfPresent(new Work(task, instance));
    return before != null && before.isWaiting(clock.instant());
  }

  /**
   * Schedules a task, unless it is scheduled already.
   *
   * @param wait the time in which changes are gathered, at least; zero: the task is due at once,
   *     however often it is
   */
  public void schedule(String task, String instance, Duration wait) {
    Work work = new Work(task, instance);
    Scheduled before = scheduled.getIfPresent(work);
    Instant now = clock.instant();
    long at = System.nanoTime();
    if (before != null && before.isWaiting(now)) {
      return;
    }
    Duration gathering = before == null ? wait : before.next(now, wait);
    Instant due = now.plus(gathering);
    boolean made =
        scheduler
            .getObject()
            .scheduleIfNotExists(TaskDescriptor.of(task).instance(instance).build(), due);
    // A row that is not committed yet may never be.
    if (made && !TransactionSynchronizationManager.isActualTransactionActive()) {
      scheduled.put(work, new Scheduled(due, gathering, at));
    }
  }
}
