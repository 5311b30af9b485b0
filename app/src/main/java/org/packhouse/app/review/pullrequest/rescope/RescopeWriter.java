package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.ActivityDetails.Commits;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.Participants;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.PullRequestTransitions;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.condition.MergeConditions;
import org.packhouse.app.review.pullrequest.trial.TrialTasks;
import org.packhouse.app.source.comment.KeptCommits;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.RefChange;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes what becomes of open pull requests when their branches move. */
@Component
public class RescopeWriter {

  /** Commits that an activity names of those that came or went. */
  private static final int MAX_NAMED = 100;

  private final PullRequestTransitions transitions;
  private final PullRequestRecords records;
  private final ActivityRows activities;
  private final PullRequestRefs refs;
  private final Reading reading;
  private final TransactionTemplate transactions;
  private final Clock clock;

  RescopeWriter(
      PullRequestTransitions transitions,
      PullRequestRecords records,
      ActivityRows activities,
      PullRequestRefs refs,
      Reading reading,
      TransactionTemplate transactions,
      Clock clock) {
    this.transitions = transitions;
    this.records = records;
    this.activities = activities;
    this.refs = refs;
    this.reading = reading;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** A way to read commits, and to keep them. */
  @Component
  record Reading(
      OpenRepositories repositories,
      BranchCommits commits,
      KeptCommits kept,
      MergeConditions conditions,
      Participants participants,
      TrialTasks trials,
      TargetMerges targetMerges) {}

  /** The commits of a pull request, and the difference to those before. */
  private record Difference(
      List<String> brought, Commits added, Commits removed, boolean isForced) {}

  /**
   * Brings a pull request to where its source is. The commits that it had stay: its activities name
   * them, and reviews and comments may.
   *
   * @throws OptimisticLockingFailureException if it was changed meanwhile
   */
  void rescope(
      Repository target, PullRequest before, Branch from, String toCommit, @Nullable Long by)
      throws IOException {
    String former = before.from().commit();
    Difference difference = difference(target, before, from, toCommit);
    if (difference.isForced()) {
      reading.kept().keep(target.id(), former, PullRequestRefs.SERVER);
    }
    ActivityDetails details =
        ActivityDetails.of(
            new ActivityDetails.Rescope(
                former,
                from.commit(),
                before.to().commit(),
                toCommit,
                difference.added(),
                difference.removed()));
    Instant now = now();
    boolean unapproves = unapproves(target, before, from, toCommit);
    Runnable rowsOfIt =
        () -> {
          transitions.rescope(before, from.commit(), toCommit, now);
          records.setCommits(before.id(), difference.brought());
          activities.append(before.id(), Action.RESCOPED, by, now, details);
          if (unapproves) {
            unapprove(before, now);
          }
          reading.trials().ask(before);
        };
    ObjectId tip = ObjectId.fromString(from.commit());
    RefChange change = refs.change(target.id(), before.fromRef(), tip);
    if (change.oldId().equals(tip)) {
      transactions.executeWithoutResult(_ -> rowsOfIt.run());
      return;
    }
    try (MergePlace place = refs.bring(target, from, List.of(toCommit, former), "pull-request")) {
      refs.move(target, List.of(change), place, _ -> rowsOfIt.run());
    }
  }

  /** Approvals stay if nothing came but what the target has, merged as git does it by itself. */
  private boolean unapproves(Repository target, PullRequest before, Branch from, String toCommit)
      throws IOException {
    Long source = from.repositoryId();
    return reading.conditions().inForce(target.id()).unapproveOnUpdate()
        && !reading
            .targetMerges()
            .isClean(
                target.id(),
                source == null ? target.id() : source,
                before.from().commit(),
                from.commit(),
                toCommit);
  }

  /** Who has approved has not seen what is there now. */
  private void unapprove(PullRequest before, Instant now) {
    for (Long userId : reading.participants().unapprove(before)) {
      activities.append(
          before.id(),
          Action.UNAPPROVED,
          userId,
          now,
          ActivityDetails.reviewedBefore(ReviewStatus.APPROVED));
    }
  }

  private Difference difference(Repository target, PullRequest before, Branch from, String toCommit)
      throws IOException {
    Long source = from.repositoryId();
    String former = before.from().commit();
    try (OpenRepository open =
        reading.repositories().open(target.id(), source == null ? target.id() : source)) {
      BranchCommits commits = reading.commits();
      return new Difference(
          commits.between(open, List.of(toCommit), from.commit()),
          some(commits.between(open, List.of(former, toCommit), from.commit())),
          some(commits.between(open, List.of(from.commit(), toCommit), former)),
          !BranchCommits.reaches(open, from.commit(), former));
    }
  }

  private static Commits some(List<String> ids) {
    return new Commits(ids.subList(0, Math.min(MAX_NAMED, ids.size())), ids.size());
  }

  /**
   * Closes a pull request of which a branch is gone.
   *
   * @throws OptimisticLockingFailureException if it was changed meanwhile
   */
  public void decline(PullRequest before, @Nullable Long by) {
    Instant now = now();
    transactions.executeWithoutResult(_ -> {
      transitions.decline(before, now);
      activities.append(before.id(), Action.DECLINED, by, now, ActivityDetails.NONE);
    });
  }

  /**
   * A move of a target that has brought the commits of a pull request.
   *
   * @param former where the target was before
   * @param tip where it is now, or was moved to by the merge
   * @param mergeCommit the commit that the merge has made; null: none, it was a fast-forward
   */
  record Merged(String former, String tip, @Nullable String mergeCommit) {}

  /**
   * Closes a pull request whose commits have come to its target.
   *
   * @throws OptimisticLockingFailureException if it was changed meanwhile
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
