package org.packhouse.app.source.comment;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.comment.Comment.Parent;
import org.packhouse.app.source.comment.CommentChanged.Kind;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/**
 * Keeps the comments of unfinished reviews, which their authors alone see, and publishes them.
 * Every method writes in the caller's transaction.
 */
@Service
public class PendingComments {

  static final int MAX_PENDING = 500;

  private final PendingCommentRows rows;
  private final CommentRows published;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  PendingComments(
      PendingCommentRows rows,
      CommentRows published,
      ApplicationEventPublisher events,
      Clock clock) {
    this.rows = rows;
    this.published = published;
    this.events = events;
    this.clock = clock;
  }

  public Comment create(
      Repository repository, CommentSubject subject, NewComment wanted, Caller caller) {
    User author = CommentRules.author(caller);
    CommentRules.refuseArchived(repository);
    CommentRules.checkText(wanted.text());
    long pullRequest = pullRequest(subject);
    if (rows.count(pullRequest, author.id()) >= MAX_PENDING) {
      throw new InvalidFieldException(
          "state",
          "A review has at most %d pending comments: finish it first.".formatted(MAX_PENDING));
    }
    Parent thread = wanted.parentId() == null ? null : parent(subject, author, wanted.parentId());
    return rows.insert(subject, thread, author.id(), wanted, now());
  }

  private Parent parent(CommentSubject subject, User author, long id) {
    Comment parent =
        find(subject, author, id)
            .or(() -> published.find(subject, id))
            .orElseThrow(() -> CommentRules.noSuchComment(subject, id));
    return new Parent(parent.id(), parent.rootId());
  }

  /** Returns the viewer's pending comments, oldest first; none without a viewer. */
  public List<Comment> of(CommentSubject subject, @Nullable User viewer) {
    return viewer == null ? List.of() : rows.list(pullRequest(subject), viewer.id());
  }

  public Optional<Comment> find(CommentSubject subject, @Nullable User viewer, long id) {
    return viewer == null ? Optional.empty() : rows.find(pullRequest(subject), viewer.id(), id);
  }

  /** Returns the threads that begin with pending comments. */
  public static List<CommentThread> threads(List<Comment> pending) {
    List<Comment> roots = pending.stream().filter(it -> it.parent() == null).toList();
    return CommentThread.of(roots, replies(pending));
  }

  /** Returns published threads with the pending replies to them. */
  public static List<CommentThread> withReplies(
      List<CommentThread> threads, List<Comment> pending) {
    List<Comment> replies = replies(pending);
    if (replies.isEmpty()) {
      return threads;
    }
    List<Comment> all = new ArrayList<>();
    threads.forEach(thread -> collect(thread.replies(), all));
    all.addAll(replies);
    return CommentThread.of(threads.stream().map(CommentThread::comment).toList(), all);
  }

  private static void collect(List<CommentThread> threads, List<Comment> all) {
    for (CommentThread thread : threads) {
      all.add(thread.comment());
      collect(thread.replies(), all);
    }
  }

  private static List<Comment> replies(List<Comment> pending) {
    return pending.stream().filter(it -> it.parent() != null).toList();
  }

  public Comment update(Repository repository, Comment before, CommentChange change) {
    CommentRules.refuseArchived(repository);
    CommentRules.checkVersion(before, change.version());
    String text = change.text() == null ? before.text() : change.text();
    CommentRules.checkText(text);
    return rows.update(
            before, text, change.severity() == null ? before.severity() : change.severity(), now())
        .orElseThrow(() -> CommentRules.outOfDate(before));
  }

  public void delete(CommentSubject subject, Comment comment, int version) {
    CommentRules.checkVersion(comment, version);
    boolean answered =
        rows.list(pullRequest(subject), comment.authorId()).stream()
            .anyMatch(it -> it.parent() != null && it.parent().parentId() == comment.id());
    if (answered) {
      throw CommentRules.inUse();
    }
    if (!rows.delete(comment)) {
      throw CommentRules.outOfDate(comment);
    }
  }

  public List<Comment> publish(Repository repository, CommentSubject subject, User author) {
    CommentRules.refuseArchived(repository);
    Instant now = now();
    List<Comment> told = new ArrayList<>();
    for (Comment pending : rows.take(pullRequest(subject), author.id())) {
      Comment made = published.publish(subject, pending, now);
      events.publishEvent(
          new CommentChanged(repository, subject, made, Kind.ADDED, null, author.id()));
      told.add(made);
    }
    return told;
  }

  public void discard(CommentSubject subject, User author) {
    rows.take(pullRequest(subject), author.id());
  }

  private static long pullRequest(CommentSubject subject) {
    Long id = subject.pullRequestId();
    if (id == null) {
      throw new IllegalArgumentException("Only what is said of a pull request can be pending.");
    }
    return id;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
