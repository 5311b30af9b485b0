package org.packhouse.app.hosting.repository.size;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
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
  private static final String NAME = RepositorySizes.TASK;

  /** Measurements in a row where a quota applies: the next push is judged by the result. */
  private static final int ROUNDS_BY_QUOTA = 5;

  @Bean
  CustomTask<Void> repositorySizeTask(
      RepositorySizes sizes, RepositoryQuota quota, GatheredTasks tasks) {
    return Tasks.custom(NAME, Void.class)
        .execute((instance, _) -> {
          long id = Long.parseLong(instance.getId());
          Duration wait = gathering(quota, id);
          boolean isLatest = measure(sizes, id, wait.isZero() ? ROUNDS_BY_QUOTA : 1);
          return isLatest || !quota.isWatched(id)
              ? new CompletionHandler.OnCompleteRemove<>()
              : again(tasks, id, wait);
        });
  }

  /** Schedules again: pushes during a measurement scheduled nothing. */
  private static CompletionHandler<Void> again(
      GatheredTasks tasks, long repositoryId, Duration wait) {
    return (_, operations) -> {
      operations.remove();
      tasks.schedule(NAME, Long.toString(repositoryId), wait);
    };
  }

  /** Returns zero where a quota applies, by which the next push is judged. */
  private static Duration gathering(RepositoryQuota quota, long repositoryId) {
    return quota.of(repositoryId) == null ? RepositorySizes.GATHERING : Duration.ZERO;
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
      if (!tasks.isWaiting(NAME, instance) && quota.isWatched(id)) {
        tasks.schedule(NAME, instance, gathering(quota, id));
      }
    }
  }

  private static boolean measure(RepositorySizes sizes, long repositoryId, int rounds) {
    try {
      return sizes.measureLatest(repositoryId, rounds);
    } catch (IOException e) {
      // Purged meanwhile, or a file went while it was counted: the next push measures again.
      LOG.info("Cannot measure repository {}: {}", repositoryId, e.getMessage());
      return true;
    }
  }
}
