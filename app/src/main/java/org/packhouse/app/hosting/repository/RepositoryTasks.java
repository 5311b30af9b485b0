package org.packhouse.app.hosting.repository;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Resumes unfinished repositories and purges the trash, each on one node at a time. */
@Configuration(proxyBeanMethods = false)
class RepositoryTasks {

  private static final Logger LOG = LoggerFactory.getLogger(RepositoryTasks.class);

  @Bean
  RecurringTask<Void> finishRepositories(UnfinishedRepositories unfinished) {
    return Tasks.recurring("repository-creation", FixedDelay.of(Duration.ofMinutes(1)))
        .execute((instance, context) -> unfinished.finish());
  }

  @Bean
  RecurringTask<Void> emptyTrash(RepositoryTrash trash) {
    return Tasks.recurring("repository-trash", FixedDelay.of(Duration.ofMinutes(15)))
        .execute((instance, context) -> empty(trash));
  }

  static void empty(RepositoryTrash trash) {
    for (long repositoryId : trash.due()) {
      try {
        trash.purge(repositoryId);
      } catch (RuntimeException e) {
        // The others must not wait for this one; the next run tries it again.
        LOG.error("Cannot remove repository {} from the trash", repositoryId, e);
      }
    }
  }
}
