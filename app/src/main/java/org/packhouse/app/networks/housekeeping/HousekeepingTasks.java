package org.packhouse.app.networks.housekeeping;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Runs housekeeping; the scheduler does so on one node at a time. */
@Configuration(proxyBeanMethods = false)
class HousekeepingTasks {

  private static final String REPAIR = "superseded-packs-repair";

  @Bean
  OneTimeTask<Void> supersededRepairTask(SupersededRepair repair) {
    return Tasks.oneTime(REPAIR).execute((instance, context) -> repair.run());
  }

  /** At each start: whoever ran before may have listed what it should not have. */
  @Bean
  ApplicationListener<ApplicationReadyEvent> supersededRepairAtStart(
      ObjectProvider<SchedulerClient> scheduler, HousekeepingSettings settings, Clock clock) {
    TaskDescriptor<Void> task = TaskDescriptor.of(REPAIR);
    return event -> {
      if (settings.enabled()) {
        scheduler.getObject().scheduleIfNotExists(task.instance("all").build(), clock.instant());
      }
    };
  }

  @Bean
  RecurringTask<Void> housekeepingTask(Housekeeping housekeeping, HousekeepingSettings settings) {
    return Tasks.recurring("housekeeping", FixedDelay.of(settings.lookEvery()))
        .execute((instance, context) -> {
          if (settings.enabled()) {
            housekeeping.runDue();
          }
        });
  }

  @Bean
  RecurringTask<Void> poolHousekeepingTask(PoolHousekeeping pools, HousekeepingSettings settings) {
    return Tasks.recurring("pool-housekeeping", FixedDelay.of(settings.lookEvery()))
        .execute((instance, context) -> {
          if (settings.enabled()) {
            pools.runDue();
          }
        });
  }
}
