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

  /** Tasks that this version does not know are run by nodes of a later version. */
  private static final Duration UNKNOWN_TASKS_STAY = Duration.ofDays(10 * 365L);

  @Bean
  Scheduler scheduler(
      DataSource database,
      List<Task<?>> tasks,
      GatheredTasks gathered,
      WorkSettings settings,
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
            .threads(settings.threads())
            .heartbeatInterval(HEARTBEAT)
            .missedHeartbeatsLimit(MISSED_HEARTBEATS)
            .pollingInterval(settings.pollingInterval())
            .enableImmediateExecution()
            .deleteUnresolvedAfter(UNKNOWN_TASKS_STAY)
            .shutdownMaxWait(settings.shutdownMaxWait())
            .build();
    gathered.connect(scheduler);
    return scheduler;
  }

  @Bean
  SchedulerLifecycle schedulerLifecycle(Scheduler scheduler) {
    return new SchedulerLifecycle(scheduler);
  }
}
