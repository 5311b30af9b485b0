package org.packhouse.app.review.pullrequest.automatic;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.SourceRepositories;
import org.packhouse.app.review.pullrequest.automatic.AutoDeclineRows.Idle;
import org.packhouse.app.review.pullrequest.rescope.RescopeWriter;
import org.packhouse.app.source.comment.CommentStatistics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Service;

/**
 * Declines pull requests without commits, edits, reviews or comments for as many weeks as their
 * repository or project says.
 */
@Service
class AutoDeclines {

  private static final Logger LOG = LoggerFactory.getLogger(AutoDeclines.class);
  private static final int MAX_BATCH = 500;
  private static final int DAYS_OF_A_WEEK = 7;

  private final AutoDeclineRows settings;
  private final PullRequestRows rows;
  private final RescopeWriter writer;
  private final SourceRepositories repositories;
  private final CommentStatistics comments;
  private final Clock clock;

  AutoDeclines(
      AutoDeclineRows settings,
      PullRequestRows rows,
      RescopeWriter writer,
      SourceRepositories repositories,
      CommentStatistics comments,
      Clock clock) {
    this.settings = settings;
    this.rows = rows;
    this.writer = writer;
    this.repositories = repositories;
    this.comments = comments;
    this.clock = clock;
  }

  /** Declines hourly, on one node. */
  @Bean
  RecurringTask<Void> declineIdlePullRequests() {
    return Tasks.recurring("pull-request-auto-declines", FixedDelay.of(Duration.ofHours(1)))
        .execute((_, _) -> declineAll());
  }

  void declineAll() {
    Optional<Integer> weeks = settings.fewestWeeks();
    if (weeks.isEmpty()) {
      return;
    }
    Instant since = before(weeks.get());
    Map<Long, Optional<AutoDecline>> known = new HashMap<>();
    List<Idle> idle = settings.idle(since, 0, MAX_BATCH);
    while (!idle.isEmpty()) {
      Map<Long, Instant> said = comments.lastCommented(idle.stream().map(Idle::id).toList());
      for (Idle one : idle) {
        Instant spoken = said.getOrDefault(one.id(), one.active());
        Instant active = spoken.isAfter(one.active()) ? spoken : one.active();
        known
            .computeIfAbsent(one.repositoryId(), this::holdsFor)
            .filter(it -> it.enabled() && active.isBefore(before(it.inactivityWeeks())))
            .ifPresent(_ -> decline(one));
      }
      idle = settings.idle(since, idle.getLast().id(), MAX_BATCH);
    }
  }

  private Instant before(int weeks) {
    return clock.instant().minus(Duration.ofDays((long) DAYS_OF_A_WEEK * weeks));
  }

  /** Archived and unwritable repositories are skipped. */
  private Optional<AutoDecline> holdsFor(long repositoryId) {
    return repositories
        .available(repositoryId)
        .map(it -> settings.of(new Resource(it.project(), it)));
  }

  private void decline(Idle one) {
    Optional<PullRequest> present =
        rows.find(one.repositoryId(), one.number()).filter(PullRequest::isOpen);
    if (present.isEmpty()) {
      return;
    }
    try {
      writer.decline(present.get(), null);
      LOG.info(
          "Declined pull request {} of repository {}: no activity since {}",
          one.number(),
          one.repositoryId(),
          one.active());
    } catch (OptimisticLockingFailureException e) {
      LOG.debug("Pull request {} was changed meanwhile and is not declined", one.number(), e);
    } catch (RuntimeException e) {
      // The others are declined all the same; the next run tries this one again.
      LOG.error(
          "Cannot decline pull request {} of repository {}", one.number(), one.repositoryId(), e);
    }
  }
}
