package org.packhouse.app.upkeep.housekeeping;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import org.packhouse.app.platform.outbox.NodeWork;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules housekeeping on every node; a lease keeps nodes from the same repository. */
@Configuration(proxyBeanMethods = false)
class HousekeepingTasks {

  private static final String REPAIR = "superseded-packs-repair";

  /** Runs at each start: an earlier version may have listed packs that it should not have. */
  @Bean
  CustomTask<Void> supersededRepairTask(SupersededRepair repair, HousekeepingSettings settings) {
    Tasks.TaskBuilder<Void> task = Tasks.custom(REPAIR, Void.class);
    if (settings.enabled()) {
      task.scheduleOnStartup("all", null, now -> now);
    }
    return task.execute((_, _) -> {
      repair.run();
      return new CompletionHandler.OnCompleteRemove<>();
    });
  }

  @Bean
  NodeWork housekeepingWork(Housekeeping housekeeping, HousekeepingSettings settings) {
    return work("housekeeping", settings, housekeeping::runDue);
  }

  @Bean
  NodeWork poolHousekeepingWork(PoolHousekeeping pools, HousekeepingSettings settings) {
    return work("pool-housekeeping", settings, pools::runDue);
  }

  private static NodeWork work(String name, HousekeepingSettings settings, Runnable look) {
    return new NodeWork(name, settings.lookEvery(), settings.enabled() ? look : () -> {});
  }
}
