package org.packhouse.app.identity.ratelimit;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Background work on rate limits, on one node at a time. */
@Configuration(proxyBeanMethods = false)
class RateLimitTasks {

  @Bean
  RecurringTask<Void> forgetRefusals(RefusedRequests refused) {
    return Tasks.recurring("rate-limit-refusals", FixedDelay.of(Duration.ofHours(1)))
        .execute((_, _) -> refused.purge());
  }
}
