package org.packhouse.app.review.pullrequest.comment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.Reviews;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.Comment.Severity;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.NewComment;
import org.packhouse.app.source.comment.PendingComments;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Publishes or discards the pending comments of a review, which its author alone sees until then.
 */
@Service
public class PendingReviews {

  private final PendingComments pending;
  private final CommentActivities activities;
  private final Reviews reviews;
  private final TransactionTemplate transactions;

  PendingReviews(
      PendingComments pending,
      CommentActivities activities,
      Reviews reviews,
      TransactionTemplate transactions) {
    this.pending = pending;
    this.activities = activities;
    this.reviews = reviews;
    this.transactions = transactions;
  }

  /**
   * The end of a review.
   *
   * @param text a last comment on the whole pull request; null or blank: none
   * @param status null: unchanged
   * @param reviewedCommit 40 hex digits; null: the tip of the source
   */
  public record Finish(
      @Nullable String text, @Nullable ReviewStatus status, @Nullable String reviewedCommit) {}

  public List<Comment> of(PullRequest pullRequest, @Nullable User viewer) {
    return pending.of(PullRequestComments.subject(pullRequest), viewer);
  }

  public List<CommentThread> threads(PullRequest pullRequest, @Nullable User viewer) {
    return PendingComments.threads(of(pullRequest, viewer));
  }

  /** Publishes the pending comments, the last comment and the status in one transaction. */
  public void finish(Repository target, PullRequest pullRequest, Finish finish, Caller caller) {
    User user = PullRequestRules.user(caller);
    CommentSubject subject = PullRequestComments.subject(pullRequest);
    Runnable publish =
        () -> {
          addLast(target, subject, finish.text(), caller);
          pending
              .publish(target, subject, user)
              .forEach(made -> activities.record(pullRequest.id(), made));
        };
    if (finish.status() == null) {
      transactions.executeWithoutResult(_ -> publish.run());
    } else {
      reviews.review(
          target, pullRequest, finish.status(), finish.reviewedCommit(), caller, publish);
    }
    activities.join(pullRequest, user);
  }

  private void addLast(
      Repository target, CommentSubject subject, @Nullable String text, Caller caller) {
    if (text != null && !text.isBlank()) {
      pending.create(target, subject, new NewComment(text, null, null, Severity.NORMAL), caller);
    }
  }

  public void discard(PullRequest pullRequest, Caller caller) {
    User user = PullRequestRules.user(caller);
    pending.discard(PullRequestComments.subject(pullRequest), user);
  }
}
