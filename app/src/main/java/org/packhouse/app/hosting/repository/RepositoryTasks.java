package org.packhouse.app.hosting.repository;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Resumes unfinished repositories, on one node at a time. */
@Configuration(proxyBeanMethods = false)
class RepositoryTasks {

  @Bean
  RecurringTask<Void> finishRepositories(UnfinishedRepositories unfinished) {
    return Tasks.recurring("repository-creation", FixedDelay.of(Duration.ofMinutes(1)))
        .execute((instance, context) -> unfinished.finish());
  }
}
