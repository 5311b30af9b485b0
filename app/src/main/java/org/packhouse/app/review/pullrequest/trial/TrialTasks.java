package org.packhouse.app.review.pullrequest.trial;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Runs trial merges in the background, of pull requests that were opened or whose source moved. */
@Component
public class TrialTasks implements OutboxListener {

  private static final Logger LOG = LoggerFactory.getLogger(TrialTasks.class);
  private static final String TYPE = "pull-request-trial";
  private static final int MAX_SEEN = 10_000;
  private static final Duration SEEN = Duration.ofMinutes(1);

  private final PullRequestRows rows;
  private final Repositories repositories;
  private final JdbcClient sql;

  private final Trials trials;
  private final Outbox outbox;

  /** Tips of pull requests that somebody has looked at a moment ago. */
  private final Cache<Tips, Boolean> seen;

  TrialTasks(
      PullRequestRows rows,
      Repositories repositories,
      JdbcClient sql,
      Trials trials,
      Outbox outbox,
      Caches caches) {
    this.rows = rows;
    this.repositories = repositories;
    this.sql = sql;
    this.trials = trials;
    this.outbox = outbox;
    seen =
        caches.build(
            "seen-pull-requests",
            "Tips of pull requests that were looked at",
            Caffeine.newBuilder().maximumSize(MAX_SEEN).expireAfterWrite(SEEN));
  }

  private record Tips(long pullRequestId, String from, String to) {}

  /** Has the merge tried if that has not been done with the present tips. Failures are logged. */
  public void seen(PullRequest pullRequest) {
    Tips tips = new Tips(pullRequest.id(), pullRequest.from().commit(), pullRequest.to().commit());
    if (!pullRequest.isOpen() || seen.asMap().putIfAbsent(tips, true) != null) {
      return;
    }
    try {
      if (!trials.isKnown(pullRequest)) {
        enqueue(pullRequest);
        outbox.committed();
      }
    } catch (DataAccessException e) {
      LOG.warn("The merge of pull request {} is not tried", pullRequest.number(), e);
    }
  }

  /** Enqueues a trial merge, which runs after the transaction of the caller has committed. */
  public void enqueue(PullRequest pullRequest) {
    outbox.append(sql, TYPE, pullRequest.repositoryId(), Long.toString(pullRequest.number()));
  }

  @Override
  public String name() {
    return "pull-request-trials";
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void deliver(Event event) {
    Optional<Repository> target =
        repositories
            .findById(event.repositoryId())
            .filter(it -> it.state() == RepositoryState.AVAILABLE);
    Optional<PullRequest> pullRequest =
        rows.find(event.repositoryId(), Long.parseLong(event.payload()))
            .filter(PullRequest::isOpen);
    if (target.isPresent() && pullRequest.isPresent()) {
      try {
        trials.of(target.get(), pullRequest.get());
      } catch (RefusedException e) {
        LOG.debug("Pull request {} cannot be tried", pullRequest.get().number(), e);
      } catch (IOException e) {
        throw new UncheckedIOException(
            "Cannot try the merge of pull request " + pullRequest.get().number(), e);
      }
    }
  }
}
