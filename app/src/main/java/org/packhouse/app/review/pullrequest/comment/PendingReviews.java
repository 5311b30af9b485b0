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
 * Reviews that are begun and not finished: comments that their author alone sees, until all of them
 * are published at once, or none.
 */
@Service
public class PendingReviews {

  private final PendingComments pending;
  private final PullRequestComments comments;
  private final Reviews reviews;
  private final TransactionTemplate transactions;

  PendingReviews(
      PendingComments pending,
      PullRequestComments comments,
      Reviews reviews,
      TransactionTemplate transactions) {
    this.pending = pending;
    this.comments = comments;
    this.reviews = reviews;
    this.transactions = transactions;
  }

  /**
   * The end of a review.
   *
   * @param text said of the pull request as a whole; null: nothing
   * @param status what the reviewer thinks of it now; null: as before
   * @param reviewedCommit the commit that was looked at; null: the latest
   */
  public record Finish(
      @Nullable String text, @Nullable ReviewStatus status, @Nullable String reviewedCommit) {}

  /** What the viewer has pending: threads, and pending replies to what is published. */
  public List<Comment> of(PullRequest pullRequest, @Nullable User viewer) {
    return pending.of(PullRequestComments.subject(pullRequest), viewer);
  }

  /** The threads that begin with what the viewer has pending. */
  public List<CommentThread> threads(PullRequest pullRequest, @Nullable User viewer) {
    return PendingComments.threads(of(pullRequest, viewer));
  }

  /**
   * Publishes what the caller has pending, with the last words and the status, in one transaction.
   *
   * @throws org.packhouse.app.platform.rest.RefusedException 409 if a status is given and the pull
   *     request is closed or the caller's own
   */
  public void finish(Repository target, PullRequest pullRequest, Finish finish, Caller caller) {
    User user = PullRequestRules.user(caller);
    CommentSubject subject = PullRequestComments.subject(pullRequest);
    Runnable words =
        () -> {
          say(target, subject, finish.text(), caller);
          pending
              .publish(target, subject, user)
              .forEach(made -> comments.tell(pullRequest.id(), made));
        };
    if (finish.status() == null) {
      transactions.executeWithoutResult(_ -> words.run());
    } else {
      reviews.review(target, pullRequest, finish.status(), finish.reviewedCommit(), caller, words);
    }
    comments.takePart(pullRequest, user);
  }

  private void say(
      Repository target, CommentSubject subject, @Nullable String text, Caller caller) {
    if (text != null && !text.isBlank()) {
      pending.create(target, subject, new NewComment(text, null, null, Severity.NORMAL), caller);
    }
  }

  /** Removes what the caller has pending. */
  public void discard(PullRequest pullRequest, Caller caller) {
    User user = PullRequestRules.user(caller);
    pending.discard(PullRequestComments.subject(pullRequest), user);
  }
}
