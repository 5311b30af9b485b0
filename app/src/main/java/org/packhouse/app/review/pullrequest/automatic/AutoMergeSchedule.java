package org.packhouse.app.review.pullrequest.automatic;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Looks at pull requests that are to be merged, again and again, on one node at a time. */
@Configuration(proxyBeanMethods = false)
class AutoMergeSchedule {

  @Bean
  RecurringTask<Void> lookAtAutoMerges(AutoMergeTasks tasks) {
    return Tasks.recurring("pull-request-auto-merges", FixedDelay.of(Duration.ofMinutes(1)))
        .execute((_, _) -> tasks.lookAtAll());
  }
}
