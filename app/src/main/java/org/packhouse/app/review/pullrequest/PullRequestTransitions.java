package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Changes the tips and the state in the row of a pull request, in the transaction of the caller.
 * Each change of an existing row throws {@link
 * org.springframework.dao.OptimisticLockingFailureException} where the row has another version than
 * the caller has read.
 */
@Component
public class PullRequestTransitions {

  private final PullRequestStore store;
  private final PullRequestEdits edits;

  PullRequestTransitions(@Lazy PullRequestStore store, PullRequestEdits edits) {
    this.store = store;
    this.edits = edits;
  }

  /** Inserts the row of an open pull request under a number that the caller has taken. */
  public PullRequest open(
      long number, Branch from, Branch to, Description about, long authorId, Instant when) {
    return store
        .saveAndFlush(new PullRequestEntity(number, from, to, about, authorId, when))
        .toPullRequest();
  }

  /** Sets the tips of both branches. */
  public void rescope(PullRequest before, String fromCommit, String toCommit, Instant when) {
    PullRequestEntity entity = edits.load(before);
    entity.rescope(fromCommit, toCommit);
    entity.touch(when);
  }

  /**
   * Closes a pull request as merged.
   *
   * @param toCommit the tip of the target before the merge
   * @param mergeCommit null: the target was fast-forwarded
   */
  public void merge(
      PullRequest before, String toCommit, @Nullable String mergeCommit, Instant when) {
    PullRequestEntity entity = edits.load(before);
    entity.rescope(before.from().commit(), toCommit);
    entity.merge(mergeCommit, when);
  }

  /** Closes a pull request as declined. */
  public void decline(PullRequest before, Instant when) {
    PullRequestEntity entity = edits.load(before);
    entity.rescope(before.from().commit(), before.to().commit());
    entity.decline(when);
  }
}
