package org.packhouse.app.platform.outbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Schedules tasks that examine state some time after a change, so that one run serves all changes
 * until then. This node remembers a task until shortly before it is due: no node runs it earlier,
 * and nothing is written meanwhile.
 *
 * <p>While changes go on, each wait is twice the one before, up to {@link #MAX_WAIT}.
 */
@Component
public class GatheredTasks {

  /** For clocks that differ between nodes. */
  private static final Duration MARGIN = Duration.ofMillis(500);

  /** A page may show a count from before a push for this long at most. */
  static final Duration MAX_WAIT = Duration.ofSeconds(16);

  private static final int MAX_REMEMBERED = 10_000;

  private final Clock clock;
  private volatile @Nullable SchedulerClient scheduler;
  private final Cache<Work, Scheduled> scheduled =
      Caffeine.newBuilder()
          .maximumSize(MAX_REMEMBERED)
          .expireAfterWrite(Duration.ofMinutes(1))
          .build();

  GatheredTasks(Clock clock) {
    this.clock = clock;
  }

  /** Connects the scheduler, which knows its tasks, some of which schedule others. */
  void connect(SchedulerClient scheduler) {
    this.scheduler = scheduler;
  }

  private record Work(String task, String instance) {}

  /** A scheduled task; {@code at} is of {@link System#nanoTime}, which cannot be set back. */
  private record Scheduled(Instant due, Duration gathering, long at) {

    boolean isWaiting(Instant now) {
      return now.isBefore(due.minus(MARGIN))
          && System.nanoTime() - at < gathering.minus(MARGIN).toNanos();
    }

    /** Returns the next wait, longer if changes went on before or right after this run. */
    Duration next(Instant now, Duration least) {
      Duration twice = gathering.multipliedBy(2);
      Duration longer = twice.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : twice;
      boolean isQuiet = now.isAfter(due.plus(gathering));
      return least.isZero() || isQuiet || longer.compareTo(least) < 0 ? least : longer;
    }
  }

  /**
   * Returns whether a task that this node has scheduled will run later and see the present state.
   */
  public boolean isWaiting(String task, String instance) {
    Scheduled before = scheduled.getIfPresent(new Work(task, instance));
    return before != null && before.isWaiting(clock.instant());
  }

  /**
   * Schedules a task, unless it is scheduled.
   *
   * @param wait the least time to gather changes; zero: the task is always due at once
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
        Objects.requireNonNull(scheduler, "The scheduler is not connected yet")
            .scheduleIfNotExists(TaskDescriptor.of(task).instance(instance).build(), due);
    // A row that is not committed yet may never be.
    if (made && !TransactionSynchronizationManager.isActualTransactionActive()) {
      scheduled.put(work, new Scheduled(due, gathering, at));
    }
  }
}
