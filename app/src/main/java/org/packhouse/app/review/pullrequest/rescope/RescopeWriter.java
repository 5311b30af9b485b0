package org.packhouse.app.review.pullrequest.rescope;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.Participants;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.PullRequestTransitions;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.trial.TrialTasks;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes rescopes, declines and merges of open pull requests whose branches have moved or gone. */
@Component
public class RescopeWriter {

  private final PullRequestTransitions transitions;
  private final PullRequestRecords records;
  private final ActivityRows activities;
  private final Participants participants;
  private final TrialTasks trials;
  private final TransactionTemplate transactions;
  private final Clock clock;

  RescopeWriter(
      PullRequestTransitions transitions,
      PullRequestRecords records,
      ActivityRows activities,
      Participants participants,
      TrialTasks trials,
      TransactionTemplate transactions,
      Clock clock) {
    this.transitions = transitions;
    this.records = records;
    this.activities = activities;
    this.participants = participants;
    this.trials = trials;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** Writes the new tips and commits of a pull request, in the transaction of the caller. */
  void rescope(
      PullRequest before,
      String fromCommit,
      String toCommit,
      BranchHistory.Difference difference,
      boolean unapproves,
      @Nullable Long by) {
    Instant now = now();
    ActivityDetails details =
        ActivityDetails.of(
            new ActivityDetails.Rescope(
                before.from().commit(),
                fromCommit,
                before.to().commit(),
                toCommit,
                difference.added(),
                difference.removed()));
    transitions.rescope(before, fromCommit, toCommit, now);
    records.setCommits(before.id(), difference.brought());
    activities.append(before.id(), Action.RESCOPED, by, now, details);
    if (unapproves) {
      unapprove(before, now);
    }
    trials.enqueue(before);
  }

  private void unapprove(PullRequest before, Instant now) {
    for (Long userId : participants.unapprove(before)) {
      activities.append(
          before.id(),
          Action.UNAPPROVED,
          userId,
          now,
          ActivityDetails.reviewedBefore(ReviewStatus.APPROVED));
    }
  }

  /**
   * Declines a pull request.
   *
   * @throws OptimisticLockingFailureException if the pull request was changed meanwhile
   */
  public void decline(PullRequest before, @Nullable Long by) {
    Instant now = now();
    transactions.executeWithoutResult(_ -> {
      transitions.decline(before, now);
      activities.append(before.id(), Action.DECLINED, by, now, ActivityDetails.NONE);
    });
  }

  /**
   * A move of a target branch that has brought the commits of a pull request.
   *
   * @param former the tip of the target before the move
   * @param tip the tip after the move
   * @param mergeCommit null: the target was fast-forwarded
   */
  record Merged(String former, String tip, @Nullable String mergeCommit) {}

  /**
   * Closes a pull request whose commits are in its target now.
   *
   * @throws OptimisticLockingFailureException if the pull request was changed meanwhile
   */
  void merge(PullRequest before, Merged merged, @Nullable Long by) {
    Instant now = now();
    transactions.executeWithoutResult(_ -> {
      transitions.merge(before, merged.former(), merged.mergeCommit(), now);
      activities.append(before.id(), Action.MERGED, by, now, ActivityDetails.merged(merged.tip()));
    });
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
