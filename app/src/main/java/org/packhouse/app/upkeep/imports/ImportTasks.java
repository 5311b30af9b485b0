package org.packhouse.app.upkeep.imports;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.packhouse.app.hosting.repository.RepositoryFilling;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketLimit;
import org.packhouse.app.upkeep.imports.transfer.ImportSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the requeueing of imports of dead processes, on one node at a time. */
@Configuration(proxyBeanMethods = false)
class ImportTasks {

  private static final Duration EVERY = Duration.ofSeconds(10);

  @Bean
  RecurringTask<Void> importTask(JobRows rows, ImportWorkers workers) {
    return Tasks.recurring("imports", FixedDelay.of(EVERY))
        .execute((instance, context) -> {
          if (rows.takeOverOrphans() > 0) {
            workers.wake();
          }
          rows.forgetRemoved();
        });
  }

  @Bean
  BucketLimit importLimit(ImportSettings settings) {
    return new BucketLimit(Bucket.IMPORT, settings.threads(), settings.timeout());
  }

  /** Keeps others from finishing a repository that an import fills. */
  @Bean
  RepositoryFilling importFilling(ImportRows rows) {
    return repository -> rows.isOf(repository.id());
  }
}
