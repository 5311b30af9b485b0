package org.packhouse.app.identity.ratelimit;

import com.github.benmanes.caffeine.cache.Ticker;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

/** The clock of rate limits, and their background work, on one node at a time. */
@Configuration(proxyBeanMethods = false)
class RateLimitTasks {

  @Bean
  @Fallback
  Ticker systemTicker() {
    return Ticker.systemTicker();
  }

  @Bean
  RecurringTask<Void> forgetRefusals(RefusedRequests refused) {
    return Tasks.recurring("rate-limit-refusals", FixedDelay.of(Duration.ofHours(1)))
        .execute((_, _) -> refused.purge());
  }
}
