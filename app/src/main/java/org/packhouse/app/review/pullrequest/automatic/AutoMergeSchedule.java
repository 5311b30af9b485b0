package org.packhouse.app.review.pullrequest.automatic;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the look at pull requests to be merged: once a minute, on one node. */
@Configuration(proxyBeanMethods = false)
class AutoMergeSchedule {

  @Bean
  RecurringTask<Void> lookAtAutoMerges(AutoMergeTasks tasks) {
    return Tasks.recurring("pull-request-auto-merges", FixedDelay.of(Duration.ofMinutes(1)))
        .execute((_, _) -> tasks.tryDue());
  }
}
