package org.packhouse.app.hosting.repository;

import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.packhouse.app.platform.outbox.GatheredTasks;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Measures repositories after pushes. */
@Configuration(proxyBeanMethods = false)
class SizeTasks {

  private static final Logger LOG = LoggerFactory.getLogger(SizeTasks.class);
  private static final String NAME = "repository-size";

  /** Each file is looked at, so pushes that follow one another within that time share a look. */
  private static final Duration GATHERING = Duration.ofSeconds(5);

  @Bean
  OneTimeTask<Void> repositorySizeTask(RepositorySizes sizes) {
    return Tasks.oneTime(NAME)
        .execute((instance, context) -> measure(sizes, Long.parseLong(instance.getId())));
  }

  @Bean
  PostReceiveListener repositorySizeListener(RepositoryQuota quota, GatheredTasks tasks) {
    return new Listener(quota, tasks);
  }

  private record Listener(RepositoryQuota quota, GatheredTasks tasks) implements BriefListener {

    @Override
    public String name() {
      return "repository-size";
    }

    @Override
    public void refsMoved(List<RefsMoved> events) {
      long id = events.getFirst().repository().value();
      String instance = Long.toString(id);
      if (!tasks.isWaiting(NAME, instance)) {
        // By a quota the next push is judged.
        tasks.schedule(NAME, instance, quota.of(id) == null ? GATHERING : Duration.ZERO);
      }
    }
  }

  private static void measure(RepositorySizes sizes, long repositoryId) {
    try {
      sizes.measureLatest(repositoryId);
    } catch (IOException e) {
      // Purged meanwhile, or a file went while it was counted: the next push measures again.
      LOG.info("Cannot measure repository {}: {}", repositoryId, e.getMessage());
    }
  }
}
