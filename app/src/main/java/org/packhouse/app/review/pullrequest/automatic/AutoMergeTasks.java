package org.packhouse.app.review.pullrequest.automatic;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.platform.outbox.OutboxListener;
import org.packhouse.app.review.build.Builds.BuildReported;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.SourceRepositories;
import org.packhouse.app.review.pullrequest.automatic.AutoMergeRows.Waiting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Tries requested merges in the background: when a build is reported, when a review changes, and
 * once a minute.
 */
@Component
class AutoMergeTasks implements OutboxListener {

  private static final Logger LOG = LoggerFactory.getLogger(AutoMergeTasks.class);
  private static final String TYPE = "pull-request-auto-merge";
  private static final int MAX_BATCH = 200;

  private final AutoMergeRows waiting;
  private final PullRequestRows rows;
  private final SourceRepositories repositories;
  private final JdbcClient sql;
  private final TransactionTemplate transactions;

  private final AutoMerges merges;
  private final Outbox outbox;

  AutoMergeTasks(
      AutoMergeRows waiting,
      PullRequestRows rows,
      SourceRepositories repositories,
      JdbcClient sql,
      TransactionTemplate transactions,
      AutoMerges merges,
      Outbox outbox) {
    this.waiting = waiting;
    this.rows = rows;
    this.repositories = repositories;
    this.sql = sql;
    this.transactions = transactions;
    this.merges = merges;
    this.outbox = outbox;
  }

  /** Looks at the pull requests to be merged once a minute, on one node. */
  @Bean
  RecurringTask<Void> lookAtAutoMerges() {
    return Tasks.recurring("pull-request-auto-merges", FixedDelay.of(Duration.ofMinutes(1)))
        .execute((_, _) -> tryDue());
  }

  /** Tries the merges that were not tried for a while. */
  void tryDue() {
    transactions.executeWithoutResult(_ -> waiting.due(MAX_BATCH).forEach(this::ask));
  }

  private void ask(Waiting one) {
    outbox.append(sql, TYPE, one.repositoryId(), Long.toString(one.number()));
  }

  @EventListener
  void on(BuildReported reported) {
    waiting.of(reported.subject().commit()).forEach(this::ask);
  }

  @EventListener
  void on(ActivityRows.Appended appended) {
    if (appended.action() == Action.APPROVED
        || appended.action() == Action.UNAPPROVED
        || appended.action() == Action.UPDATED) {
      waiting.of(appended.pullRequestId()).ifPresent(this::ask);
    }
  }

  @Override
  public String name() {
    return "pull-request-auto-merges";
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void deliver(Event event) {
    Optional<Repository> target = repositories.available(event.repositoryId());
    Optional<PullRequest> pullRequest =
        rows.find(event.repositoryId(), Long.parseLong(event.payload()));
    if (target.isEmpty() || pullRequest.isEmpty()) {
      return;
    }
    try {
      AutoMerges.Outcome outcome = merges.process(target.get(), pullRequest.get());
      LOG.debug("Requested merge of pull request {}: {}", pullRequest.get().number(), outcome);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot merge pull request " + pullRequest.get().number() + " by itself", e);
    }
  }
}
