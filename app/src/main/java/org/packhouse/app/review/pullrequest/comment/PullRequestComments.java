package org.packhouse.app.review.pullrequest.comment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.Comment.Severity;
import org.packhouse.app.source.comment.CommentChange;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.Emoticon;
import org.packhouse.app.source.comment.NewComment;
import org.packhouse.app.source.comment.PendingComments;
import org.packhouse.app.source.comment.Reactions;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes comments on pull requests, open or closed. Their authors become participants. */
@Service
public class PullRequestComments {

  private final Comments comments;
  private final CommentAnchors anchors;
  private final OpenRepositories repositories;
  private final PendingComments pending;
  private final Reactions reactions;
  private final CommentActivities activities;
  private final TransactionTemplate transactions;

  PullRequestComments(
      Comments comments,
      CommentAnchors anchors,
      OpenRepositories repositories,
      PendingComments pending,
      Reactions reactions,
      CommentActivities activities,
      TransactionTemplate transactions) {
    this.comments = comments;
    this.anchors = anchors;
    this.repositories = repositories;
    this.pending = pending;
    this.reactions = reactions;
    this.activities = activities;
    this.transactions = transactions;
  }

  /**
   * A comment to be made.
   *
   * @param parentId the comment that is replied to; null: none
   * @param anchor null: the comment is about the pull request as a whole
   * @param pending whether only its author sees it until the review is finished
   */
  public record NewPullRequestComment(
      String text,
      @Nullable Long parentId,
      @Nullable RequestedAnchor anchor,
      Severity severity,
      boolean pending) {}

  public static CommentSubject subject(PullRequest pullRequest) {
    return CommentSubject.ofPullRequest(
        pullRequest.repositoryId(), pullRequest.id(), pullRequest.from().commit());
  }

  public Comment create(
      Repository target, PullRequest pullRequest, NewPullRequestComment request, Caller caller)
      throws IOException {
    User user = PullRequestRules.user(caller);
    CommentAnchors.ResolvedAnchor anchor = null;
    if (request.anchor() != null && request.parentId() == null) {
      try (OpenRepository open = repositories.open(target.id())) {
        anchor = anchors.resolve(open, target, pullRequest, request.anchor(), caller);
      }
    }
    NewComment comment =
        new NewComment(
            request.text(),
            request.parentId(),
            anchor == null ? null : anchor.anchor(),
            request.severity());
    CommentSubject subject =
        CommentSubject.ofPullRequest(
            target.id(),
            pullRequest.id(),
            anchor == null ? pullRequest.from().commit() : anchor.commit());
    if (request.pending()) {
      return pending.create(target, subject, comment, caller);
    }
    Comment made =
        transactions.execute(_ -> {
          Comment written = written(target, subject, comment, caller);
          activities.record(pullRequest.id(), written);
          return written;
        });
    activities.join(pullRequest, user);
    return Objects.requireNonNull(made);
  }

  private Comment written(
      Repository target, CommentSubject subject, NewComment comment, Caller caller) {
    try {
      return comments.create(target, subject, comment, caller);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Comment update(
      Repository target, PullRequest pullRequest, long id, CommentChange change, Caller caller) {
    CommentSubject subject = subject(pullRequest);
    return pending
        .find(subject, caller.user(), id)
        .map(before -> pending.update(target, before, change))
        .orElseGet(() -> comments.update(target, subject, id, change, caller));
  }

  void resolveThread(Repository target, PullRequest pullRequest, long id, Caller caller) {
    comments.resolveThread(target, subject(pullRequest), id, caller);
  }

  public void delete(
      Repository target, PullRequest pullRequest, long id, int version, Caller caller) {
    CommentSubject subject = subject(pullRequest);
    Optional<Comment> found = pending.find(subject, caller.user(), id);
    if (found.isPresent()) {
      pending.delete(subject, found.get(), version);
      return;
    }
    transactions.executeWithoutResult(_ -> {
      comments.delete(target, subject, id, version, caller);
      activities.remove(pullRequest, id);
    });
  }

  /** Sets or withdraws a reaction of the caller to a comment. */
  public void react(
      Repository target,
      PullRequest pullRequest,
      long id,
      String emoticon,
      boolean on,
      Caller caller) {
    CommentSubject subject = subject(pullRequest);
    Emoticon given = Reactions.require(emoticon);
    if (on) {
      reactions.add(target, subject, id, given, caller);
    } else {
      reactions.remove(target, subject, id, given, caller);
    }
  }
}
