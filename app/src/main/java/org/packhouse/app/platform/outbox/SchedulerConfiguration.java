package org.packhouse.app.platform.outbox;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The scheduler of background work. Packages declare a {@link Task} as a bean; recurring ones start
 * by themselves. Task data is an id as text.
 */
@Configuration(proxyBeanMethods = false)
class SchedulerConfiguration {

  /**
   * A task of a dead node runs again after at most 50 seconds: 40 until its session is dead, and
   * every second heartbeat looks for dead tasks.
   */
  private static final Duration HEARTBEAT = Duration.ofSeconds(5);

  private static final int MISSED_HEARTBEATS = 8;

  /** Concurrent tasks: they wait for the database and for tickets, which bound their work. */
  private static final int THREADS = 4;

  /** Tasks of this node are run at once; those of others, seldom waited for, within this time. */
  private static final Duration POLLING_INTERVAL = Duration.ofSeconds(1);

  /** The longest wait of a stopping node for running tasks, within the 90 s of systemd. */
  static final Duration MAX_SHUTDOWN_WAIT = Duration.ofSeconds(30);

  /** Tasks that this version does not know are run by nodes of a later version. */
  private static final Duration UNKNOWN_TASKS_STAY = Duration.ofDays(10 * 365L);

  @Bean
  Scheduler scheduler(
      DataSource database,
      List<Task<?>> tasks,
      GatheredTasks gathered,
      WorkMeters meters,
      Clock clock) {
    return scheduler(database, tasks, gathered, POLLING_INTERVAL, meters, clock);
  }

  static Scheduler scheduler(
      DataSource database,
      List<Task<?>> tasks,
      GatheredTasks gathered,
      Duration pollingInterval,
      WorkMeters meters,
      Clock clock) {
    List<Task<?>> others = new ArrayList<>();
    List<RecurringTask<?>> recurring = new ArrayList<>();
    tasks.forEach(task -> {
      if (task instanceof RecurringTask<?> one) {
        recurring.add(one);
      } else {
        others.add(task);
      }
    });
    Scheduler scheduler =
        Scheduler.create(database, others)
            .startTasks(recurring)
            .clock(clock::instant)
            .addSchedulerListener(new MeasuredTasks(meters, clock))
            .addSchedulerListener(new SchedulerTroubles())
            .threads(THREADS)
            .heartbeatInterval(HEARTBEAT)
            .missedHeartbeatsLimit(MISSED_HEARTBEATS)
            .pollingInterval(pollingInterval)
            .enableImmediateExecution()
            .deleteUnresolvedAfter(UNKNOWN_TASKS_STAY)
            .shutdownMaxWait(MAX_SHUTDOWN_WAIT)
            .build();
    gathered.connect(scheduler);
    return scheduler;
  }

  @Bean
  SchedulerLifecycle schedulerLifecycle(Scheduler scheduler) {
    return new SchedulerLifecycle(scheduler);
  }
}
