package org.packhouse.app.review.pullrequest.automatic;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the decline of idle pull requests: hourly, on one node. */
@Configuration(proxyBeanMethods = false)
class AutoDeclineSchedule {

  @Bean
  RecurringTask<Void> declineIdlePullRequests(AutoDeclines declines) {
    return Tasks.recurring("pull-request-auto-declines", FixedDelay.of(Duration.ofHours(1)))
        .execute((_, _) -> declines.declineAll());
  }
}
