package org.packhouse.app.source.browse.lastchange;

import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import org.eclipse.jgit.errors.RepositoryNotFoundException;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.platform.outbox.GatheredTasks;
import org.packhouse.app.platform.outbox.ThreeAttempts;
import org.packhouse.app.source.branch.DefaultBranchMoves;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Indexes in the background: branches that come with a new default branch, and commits that pages
 * are far from.
 */
@Configuration(proxyBeanMethods = false)
class LastChangeTasks {

  private static final Logger LOG = LoggerFactory.getLogger(LastChangeTasks.class);
  private static final String NAME = "last-changes";

  private static final Duration GATHERING = Duration.ofSeconds(2);

  @Bean
  OneTimeTask<Void> lastChangeTask(
      LastChangeIndex index, OpenRepositories repositories, ThreeAttempts attempts) {
    return Tasks.oneTime(NAME)
        .onFailure(attempts)
        .onDeadExecution(attempts)
        .execute((instance, context) -> run(instance.getId(), index, repositories));
  }

  @Bean
  LastChangeRequests lastChangeRequests(GatheredTasks tasks) {
    return request -> tasks.schedule(NAME, request, wait(request));
  }

  @Bean
  PostReceiveListener lastChangeListener(LastChangeRequests requests, DefaultBranchMoves moves) {
    return new Listener(requests, moves);
  }

  private record Listener(LastChangeRequests requests, DefaultBranchMoves moves)
      implements BriefListener {
    @Override
    public String name() {
      return "last-changes";
    }

    @Override
    public void refsMoved(List<RefsMoved> events) {
      if (moves.includesCreation(events)) {
        requests.tips(events.getFirst().repository().value());
      }
    }
  }

  private static Duration wait(String request) {
    return request.indexOf('/') < 0 ? GATHERING : Duration.ZERO;
  }

  private static void run(String request, LastChangeIndex index, OpenRepositories repositories) {
    int slash = request.indexOf('/');
    long id = Long.parseLong(slash < 0 ? request : request.substring(0, slash));
    try {
      if (slash < 0) {
        index.addTips(id);
      } else {
        try (OpenRepository open = repositories.open(id)) {
          index.add(open, ObjectId.fromString(request.substring(slash + 1)));
        }
      }
    } catch (RepositoryNotFoundException e) {
      LOG.debug("Repository {} is gone", id);
    } catch (InterruptedIOException e) {
      LOG.debug("The server stops while it finds the last changes in repository {}", id, e);
    } catch (IOException e) {
      // The next view of the commit requests it again.
      LOG.warn("Cannot find the last changes in repository {}", id, e);
    }
  }
}
