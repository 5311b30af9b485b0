package org.packhouse.app.upkeep.housekeeping;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Clock;
import org.packhouse.app.platform.outbox.NodeWork;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Runs housekeeping: on every node, of a repository on one at a time. */
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
