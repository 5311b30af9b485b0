package org.packhouse.app.review.pullrequest.comment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.Participants;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.diff.EffectiveDiff;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.Comment.Severity;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentChange;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.CommentedFile;
import org.packhouse.app.source.comment.CommentedFiles;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.NewComment;
import org.packhouse.app.source.comment.PendingComments;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.source.comment.rest.CommentViews;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Comments on pull requests: kept by {@code comment}, with what they are to a pull request. Who
 * comments takes part.
 */
@Service
public class PullRequestComments {

  private final Comments comments;
  private final Reading reading;
  private final CommentPlaces places;
  private final EffectiveDiff effective;
  private final OpenRepositories repositories;
  private final Writing writing;
  private final Clock clock;

  PullRequestComments(
      Comments comments,
      Reading reading,
      CommentPlaces places,
      EffectiveDiff effective,
      OpenRepositories repositories,
      Writing writing,
      Clock clock) {
    this.comments = comments;
    this.reading = reading;
    this.places = places;
    this.effective = effective;
    this.repositories = repositories;
    this.writing = writing;
    this.clock = clock;
  }

  /** The threads of files, and the form in which clients read threads. */
  @Component
  record Reading(CommentedFiles files, CommentViews views) {}

  /** The rows that a comment leaves besides its own. */
  @Component
  record Writing(
      Participants participants,
      ActivityRows activities,
      PendingComments pending,
      TransactionTemplate transactions) {}

  /**
   * A comment to be made.
   *
   * @param parentId that is answered; null: none
   * @param anchor where it shall stand; null: at the pull request as a whole
   * @param pending whether its author alone sees it, until the review is finished
   */
  public record Wanted(
      String text,
      @Nullable Long parentId,
      @Nullable RequestedAnchor anchor,
      Severity severity,
      boolean pending) {}

  public static CommentSubject subject(PullRequest pullRequest) {
    return CommentSubject.ofPullRequest(
        pullRequest.repositoryId(), pullRequest.id(), pullRequest.from().commit());
  }

  /** Comments on a pull request, open or closed. */
  public Comment create(Repository target, PullRequest pullRequest, Wanted wanted, Caller caller)
      throws IOException {
    User user = PullRequestRules.user(caller);
    CommentPlaces.Place place = null;
    if (wanted.anchor() != null && wanted.parentId() == null) {
      try (OpenRepository open = repositories.open(target.id())) {
        place = places.find(open, target, pullRequest, wanted.anchor(), caller);
      }
    }
    NewComment comment =
        new NewComment(
            wanted.text(),
            wanted.parentId(),
            place == null ? null : place.anchor(),
            wanted.severity());
    CommentSubject subject =
        CommentSubject.ofPullRequest(
            target.id(),
            pullRequest.id(),
            place == null ? pullRequest.from().commit() : place.commit());
    if (wanted.pending()) {
      return writing.pending().create(target, subject, comment, caller);
    }
    Comment made = writing.transactions().execute(_ -> written(target, subject, comment, caller));
    takePart(pullRequest, user);
    return Objects.requireNonNull(made);
  }

  private Comment written(
      Repository target, CommentSubject subject, NewComment comment, Caller caller) {
    Comment made;
    try {
      made = comments.create(target, subject, comment, caller);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    tell(subject.pullRequestId(), made);
    return made;
  }

  /** Writes down that a thread was begun. */
  void tell(@Nullable Long pullRequestId, Comment made) {
    if (made.parent() == null && pullRequestId != null) {
      writing
          .activities()
          .append(
              pullRequestId,
              Action.COMMENTED,
              made.authorId(),
              clock.instant().truncatedTo(ChronoUnit.MILLIS),
              ActivityDetails.of(new ActivityDetails.Comment(made.id(), "ADDED")));
    }
  }

  void takePart(PullRequest pullRequest, User user) {
    writing.participants().join(pullRequest, user);
  }

  /** Changes a comment, as {@link Comments} says. */
  public Comment update(
      Repository target, PullRequest pullRequest, long id, CommentChange change, Caller caller) {
    CommentSubject subject = subject(pullRequest);
    return pending(subject, id, caller)
        .map(before -> writing.pending().update(target, before, change))
        .orElseGet(() -> comments.update(target, subject, id, change, caller));
  }

  /** Resolves the thread that a comment which is published belongs to. */
  void resolveThread(Repository target, PullRequest pullRequest, long id, Caller caller) {
    comments.resolveThread(target, subject(pullRequest), id, caller);
  }

  private Optional<Comment> pending(CommentSubject subject, long id, Caller caller) {
    return writing.pending().find(subject, caller.user(), id);
  }

  /** Deletes a comment, as {@link Comments} says. */
  public void delete(
      Repository target, PullRequest pullRequest, long id, int version, Caller caller) {
    Optional<Comment> pending = pending(subject(pullRequest), id, caller);
    if (pending.isPresent()) {
      writing.pending().delete(subject(pullRequest), pending.get(), version);
      return;
    }
    writing
        .transactions()
        .executeWithoutResult(_ -> {
          comments.delete(target, subject(pullRequest), id, version, caller);
          writing.activities().forgetComment(pullRequest.id(), id);
        });
  }

  /** A comment with the replies to it, as the caller sees it. */
  public CommentView show(Repository target, PullRequest pullRequest, long id, Caller caller)
      throws IOException {
    CommentSubject subject = subject(pullRequest);
    List<Comment> own = writing.pending().of(subject, caller.user());
    CommentThread thread =
        own.stream()
            .filter(it -> it.id() == id)
            .findFirst()
            .map(it -> PendingComments.withReplies(List.of(new CommentThread(it, List.of())), own))
            .orElseGet(
                () -> PendingComments.withReplies(List.of(comments.thread(subject, id)), own))
            .getFirst();
    return views(target, pullRequest, List.of(thread), caller).getFirst();
  }

  /** The comment that the thread of one began with, as the caller sees it. */
  CommentView first(Repository target, PullRequest pullRequest, CommentView comment, Caller caller)
      throws IOException {
    long root = comments.thread(subject(pullRequest), comment.id()).comment().rootId();
    return root == comment.id() ? comment : show(target, pullRequest, root, caller);
  }

  /** What the caller has pending: threads, and replies to what others have published. */
  public Page<CommentView> pending(
      Repository target, PullRequest pullRequest, PageRequest page, Caller caller)
      throws IOException {
    List<Comment> own = writing.pending().of(subject(pullRequest), caller.user());
    Set<Long> ids = own.stream().map(Comment::id).collect(Collectors.toSet());
    List<Comment> first =
        own.stream()
            .filter(it -> it.parent() == null || !ids.contains(it.parent().parentId()))
            .toList();
    Page<CommentThread> threads =
        Page.ofAll(
            page,
            PendingComments.withReplies(
                first.stream().map(it -> new CommentThread(it, List.of())).toList(), own));
    return threads.with(views(target, pullRequest, threads.values(), caller));
  }

  /**
   * The threads about a file.
   *
   * @param path the file's now, or when it was commented on
   */
  public Page<CommentView> list(
      Repository target, PullRequest pullRequest, TreePath path, PageRequest page, Caller caller)
      throws IOException {
    CommentSubject subject = subject(pullRequest);
    List<CommentedFile> files = files(target, pullRequest, path);
    Page<CommentThread> threads = reading.files().threads(subject, files, page);
    List<Comment> own = writing.pending().of(subject, caller.user());
    List<CommentThread> all = new ArrayList<>(PendingComments.withReplies(threads.values(), own));
    if (threads.isLastPage()) {
      PendingComments.threads(own).stream()
          .filter(it -> isAt(it.comment().anchor(), path))
          .forEach(all::add);
    }
    return threads.with(views(target, pullRequest, all, caller));
  }

  /** The files that are commented on and are the one of that path, now or then. */
  private List<CommentedFile> files(Repository target, PullRequest pullRequest, TreePath path)
      throws IOException {
    List<CommentedFile> found = new ArrayList<>();
    try (OpenRepository open = repositories.open(target.id())) {
      String tip = effective.of(open, pullRequest).until();
      for (CommentedFile file : reading.files().of(subject(pullRequest))) {
        if (file.path().equals(path) || places.pathNow(open, file, tip).equals(path)) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private static boolean isAt(@Nullable CommentAnchor anchor, TreePath path) {
    return anchor != null && anchor.path().equals(path);
  }

  /** Tasks in those states. */
  public Page<CommentView> tasks(
      Repository target,
      PullRequest pullRequest,
      Collection<String> states,
      PageRequest page,
      Caller caller)
      throws IOException {
    Page<Comment> tasks = comments.tasks(subject(pullRequest), states, page);
    List<CommentThread> threads =
        tasks.values().stream().map(task -> new CommentThread(task, List.of())).toList();
    return tasks.with(views(target, pullRequest, threads, caller));
  }

  /** Threads that begin with those comments, by id, for a list of activities. */
  public Map<Long, CommentView> byId(
      Repository target, PullRequest pullRequest, Collection<Long> ids, Caller caller)
      throws IOException {
    CommentSubject subject = subject(pullRequest);
    List<CommentThread> threads =
        ids.isEmpty()
            ? List.of()
            : PendingComments.withReplies(
                comments.threads(subject, ids), writing.pending().of(subject, caller.user()));
    Map<Long, CommentView> shown = new HashMap<>();
    views(target, pullRequest, threads, caller).forEach(view -> shown.put(view.id(), view));
    return shown;
  }

  private List<CommentView> views(
      Repository target, PullRequest pullRequest, List<CommentThread> threads, Caller caller)
      throws IOException {
    if (threads.isEmpty()) {
      return List.of();
    }
    try (OpenRepository open = repositories.open(target.id())) {
      CommitRange range = effective.of(open, pullRequest);
      return reading
          .views()
          .of(
              threads,
              target,
              caller,
              comment -> {
                try {
                  return places.now(open, range, comment);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
