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
import org.packhouse.app.source.comment.CommentChanged.Kind;
import org.packhouse.app.source.comment.CommitComment.Parent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/**
 * Keeps comments of reviews that are not finished, which their authors alone see, and publishes
 * them. They are written in the transaction of whoever calls.
 */
@Service
public class PendingComments {

  /** Comments that a user has pending on one pull request. */
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

  /**
   * Writes a comment that its author alone sees.
   *
   * @throws org.packhouse.app.platform.rest.RefusedException 400 if the text is none or there are
   *     too many, 404 if the comment that is answered is not there, 409 if the repository is
   *     archived
   */
  public CommitComment create(
      Repository repository, CommentSubject subject, NewComment wanted, Caller caller) {
    User author = CommitComments.author(caller);
    CommitComments.refuseArchived(repository);
    CommitComments.checkText(wanted.text());
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
    CommitComment parent =
        find(subject, author, id)
            .or(() -> published.find(subject, id))
            .orElseThrow(() -> CommitComments.noSuchComment(subject, id));
    return new Parent(parent.id(), parent.rootId());
  }

  /** The viewer's own pending comments, the oldest first; nobody has none. */
  public List<CommitComment> of(CommentSubject subject, @Nullable User viewer) {
    return viewer == null ? List.of() : rows.list(pullRequest(subject), viewer.id());
  }

  /** The viewer's own pending comment of that id. */
  public Optional<CommitComment> find(CommentSubject subject, @Nullable User viewer, long id) {
    return viewer == null ? Optional.empty() : rows.find(pullRequest(subject), viewer.id(), id);
  }

  /** Threads that begin with pending comments, and replies to those. */
  public static List<CommentThread> threads(List<CommitComment> pending) {
    List<CommitComment> roots = pending.stream().filter(it -> it.answered() == null).toList();
    return CommentThread.of(roots, replies(pending));
  }

  /** Published threads with the pending replies to them. */
  public static List<CommentThread> withReplies(
      List<CommentThread> threads, List<CommitComment> pending) {
    List<CommitComment> replies = replies(pending);
    if (replies.isEmpty()) {
      return threads;
    }
    List<CommitComment> all = new ArrayList<>();
    threads.forEach(thread -> collect(thread.replies(), all));
    all.addAll(replies);
    return CommentThread.of(threads.stream().map(CommentThread::comment).toList(), all);
  }

  private static void collect(List<CommentThread> threads, List<CommitComment> all) {
    for (CommentThread thread : threads) {
      all.add(thread.comment());
      collect(thread.replies(), all);
    }
  }

  private static List<CommitComment> replies(List<CommitComment> pending) {
    return pending.stream().filter(it -> it.answered() != null).toList();
  }

  /**
   * Changes the text or severity of one.
   *
   * @throws org.packhouse.app.platform.rest.RefusedException 409 if it was changed meanwhile
   */
  public CommitComment update(Repository repository, CommitComment before, CommentChange change) {
    CommitComments.refuseArchived(repository);
    CommitComments.checkVersion(before, change.version());
    String text = change.text() == null ? before.text() : change.text();
    CommitComments.checkText(text);
    return rows.update(
            before, text, change.severity() == null ? before.severity() : change.severity(), now())
        .orElseThrow(() -> CommitComments.outOfDate(before));
  }

  /**
   * Removes one.
   *
   * @throws org.packhouse.app.platform.rest.RefusedException 409 if it was changed meanwhile, or is
   *     answered by another pending one
   */
  public void delete(CommentSubject subject, CommitComment comment, int version) {
    CommitComments.checkVersion(comment, version);
    boolean answered =
        rows.list(pullRequest(subject), comment.authorId()).stream()
            .anyMatch(it -> it.answered() != null && it.answered().parentId() == comment.id());
    if (answered) {
      throw CommitComments.answered();
    }
    if (!rows.delete(comment)) {
      throw CommitComments.outOfDate(comment);
    }
  }

  /** Publishes all that the author has pending, in the transaction of the caller. */
  public List<CommitComment> publish(Repository repository, CommentSubject subject, User author) {
    CommitComments.refuseArchived(repository);
    Instant now = now();
    List<CommitComment> told = new ArrayList<>();
    for (CommitComment pending : rows.take(pullRequest(subject), author.id())) {
      CommitComment made = published.publish(subject, pending, now);
      events.publishEvent(
          new CommentChanged(repository, subject, made, Kind.ADDED, null, author.id()));
      told.add(made);
    }
    return told;
  }

  /** Removes all that the author has pending. */
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
