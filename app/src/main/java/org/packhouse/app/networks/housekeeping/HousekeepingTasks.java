package org.packhouse.app.networks.housekeeping;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Runs housekeeping; the scheduler does so on one node at a time. */
@Configuration(proxyBeanMethods = false)
class HousekeepingTasks {

  private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

  @Bean
  RecurringTask<Void> housekeepingTask(Housekeeping housekeeping, HousekeepingSettings settings) {
    return Tasks.recurring("housekeeping", FixedDelay.of(LOOK_EVERY))
        .execute((instance, context) -> {
          if (settings.enabled()) {
            housekeeping.runDue();
          }
        });
  }

  @Bean
  RecurringTask<Void> poolHousekeepingTask(PoolHousekeeping pools, HousekeepingSettings settings) {
    return Tasks.recurring("pool-housekeeping", FixedDelay.of(LOOK_EVERY))
        .execute((instance, context) -> {
          if (settings.enabled()) {
            pools.runDue();
          }
        });
  }
}
