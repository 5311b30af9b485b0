package org.packhouse.app.source.overview;

import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.eclipse.jgit.errors.RepositoryNotFoundException;
import org.packhouse.app.platform.outbox.GatheredTasks;
import org.packhouse.app.platform.outbox.ThreeAttempts;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.source.branch.DefaultBranchMoves;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Counts what comes with a new default branch, and what is too much for a request. */
@Configuration(proxyBeanMethods = false)
class OverviewTasks {

  private static final Logger LOG = LoggerFactory.getLogger(OverviewTasks.class);
  private static final String NAME = "repository-overview";

  private static final Duration GATHERING = Duration.ofSeconds(2);

  @Bean
  OneTimeTask<Void> repositoryOverviewTask(
      Overviews overviews, Tickets tickets, ThreeAttempts attempts) {
    return Tasks.oneTime(NAME)
        .onFailure(attempts)
        .onDeadExecution(attempts)
        .execute((instance, context) -> run(Long.parseLong(instance.getId()), overviews, tickets));
  }

  @Bean
  OverviewRequests overviewRequests(GatheredTasks tasks) {
    return repositoryId -> tasks.schedule(NAME, Long.toString(repositoryId), GATHERING);
  }

  @Bean
  PostReceiveListener overviewListener(OverviewRequests requests, DefaultBranchMoves moves) {
    return new Listener(requests, moves);
  }

  private record Listener(OverviewRequests requests, DefaultBranchMoves moves)
      implements BriefListener {
    @Override
    public String name() {
      return "repository-overview";
    }

    @Override
    public void refsMoved(List<RefsMoved> events) {
      if (moves.includesCreation(events)) {
        requests.ask(events.getFirst().repository().value());
      }
    }
  }

  private static void run(long repositoryId, Overviews overviews, Tickets tickets) {
    try (Ticket _ =
        tickets.acquire(
            TicketRequest.of(
                Work.INDEXING, Target.repository(repositoryId), TicketRequest.SERVER))) {
      overviews.count(repositoryId);
    } catch (RepositoryNotFoundException e) {
      LOG.debug("Repository {} is gone", repositoryId);
    } catch (IOException e) {
      LOG.warn("Cannot count the commits and languages of repository {}", repositoryId, e);
    }
  }
}
