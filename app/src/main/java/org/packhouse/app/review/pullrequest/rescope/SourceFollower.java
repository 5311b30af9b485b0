package org.packhouse.app.review.pullrequest.rescope;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRefs;
import org.packhouse.app.review.pullrequest.condition.MergeConditions;
import org.packhouse.app.source.comment.KeptCommits;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Moves pull requests to the present tips of their source branches. */
@Component
class SourceFollower {

  private final BranchHistory history;
  private final KeptCommits kept;
  private final MergeConditions conditions;
  private final TargetMerges targetMerges;
  private final PullRequestRefs refs;
  private final RescopeWriter writer;
  private final TransactionTemplate transactions;

  SourceFollower(
      BranchHistory history,
      KeptCommits kept,
      MergeConditions conditions,
      TargetMerges targetMerges,
      PullRequestRefs refs,
      RescopeWriter writer,
      TransactionTemplate transactions) {
    this.history = history;
    this.kept = kept;
    this.conditions = conditions;
    this.targetMerges = targetMerges;
    this.refs = refs;
    this.writer = writer;
    this.transactions = transactions;
  }

  /**
   * Moves a pull request to the present tip of its source. Its former commits are kept, because
   * activities, reviews and comments name them.
   *
   * @throws org.springframework.dao.OptimisticLockingFailureException if the pull request was
   *     changed meanwhile
   */
  void rescope(
      Repository target, PullRequest before, Branch from, String toCommit, @Nullable Long by)
      throws IOException {
    String former = before.from().commit();
    BranchHistory.Difference difference = history.difference(target, before, from, toCommit);
    if (difference.isForced()) {
      kept.keep(target.id(), former, PullRequestRefs.SERVER);
    }
    boolean unapproves = unapproves(target, before, from, toCommit);
    Runnable rows =
        () -> writer.rescope(before, from.commit(), toCommit, difference, unapproves, by);
    ObjectId tip = ObjectId.fromString(from.commit());
    RefChange change = refs.change(target.id(), before.fromRef(), tip);
    if (change.oldId().equals(tip)) {
      transactions.executeWithoutResult(_ -> rows.run());
      return;
    }
    try (MergePlace place = refs.bring(target, from, List.of(toCommit, former), "pull-request")) {
      refs.move(target, List.of(change), place, _ -> rows.run());
    }
  }

  // Approvals stay if the source has only merged its target, without conflicts.
  private boolean unapproves(Repository target, PullRequest before, Branch from, String toCommit)
      throws IOException {
    Long source = from.repositoryId();
    return conditions.inForce(target.id()).unapproveOnUpdate()
        && !targetMerges.isClean(
            target.id(),
            source == null ? target.id() : source,
            before.from().commit(),
            from.commit(),
            toCommit);
  }
}
