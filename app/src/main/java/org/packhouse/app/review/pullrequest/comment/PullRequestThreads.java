package org.packhouse.app.review.pullrequest.comment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentCounts;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.Emoticon;
import org.packhouse.app.source.comment.PendingComments;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.source.comment.Reactions;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/** Reads what is said of a pull request, and where it stands now; asks no permission. */
@Component
public class PullRequestThreads {

  private static final PageRequest IN_DIFF = new PageRequest(0, PageRequest.MAX_LIMIT);

  private final Comments comments;
  private final CommentPlaces places;
  private final PendingComments pending;
  private final Reactions reactions;

  PullRequestThreads(
      Comments comments, CommentPlaces places, PendingComments pending, Reactions reactions) {
    this.comments = comments;
    this.places = places;
    this.pending = pending;
    this.reactions = reactions;
  }

  /**
   * A thread in a diff.
   *
   * @param path of the file
   * @param anchor its place as the file is in the diff
   */
  public record Placed(CommentThread thread, TreePath path, PlacedAnchor anchor) {

    /** The line as the file is in the diff; null: the file as a whole, or the line is gone. */
    public @Nullable Integer line() {
      return anchor.orphaned() ? null : anchor.line();
    }

    /** Whether the line is counted as the file was before. */
    public boolean before() {
      return anchor.anchor().fileType() == CommentAnchor.FileType.FROM;
    }

    /** The lines that it is about, if they are several. */
    public CommentLines.@Nullable Span span() {
      return anchor.orphaned() || anchor.lines() == null ? null : anchor.lines().span();
    }
  }

  /**
   * The threads that begin with those comments, as far as they are there.
   *
   * @param own what the viewer has pending
   */
  public List<CommentThread> find(
      PullRequest pullRequest, Collection<Long> ids, List<Comment> own) {
    return PendingComments.withReplies(
        comments.threads(PullRequestComments.subject(pullRequest), ids), own);
  }

  /**
   * A comment with the replies to it, as somebody sees it.
   *
   * @throws org.packhouse.app.platform.rest.RefusedException 404 if there is none of that id
   */
  public CommentThread require(PullRequest pullRequest, long id, @Nullable User viewer) {
    CommentSubject subject = PullRequestComments.subject(pullRequest);
    List<Comment> own = pending.of(subject, viewer);
    CommentThread thread =
        own.stream()
            .filter(it -> it.id() == id)
            .findFirst()
            .map(it -> new CommentThread(it, List.of()))
            .orElseGet(() -> comments.thread(subject, id));
    return PendingComments.withReplies(List.of(thread), own).getFirst();
  }

  /**
   * Has the caller react to a comment, or takes that back.
   *
   * @param emoticon its shortcut
   */
  public void react(
      Repository target,
      PullRequest pullRequest,
      long id,
      String emoticon,
      boolean on,
      Caller caller) {
    CommentSubject subject = PullRequestComments.subject(pullRequest);
    Emoticon given = Reactions.require(emoticon);
    if (on) {
      reactions.add(target, subject, id, given, caller);
    } else {
      reactions.remove(target, subject, id, given, caller);
    }
  }

  /** Tasks that are not resolved, the oldest first, {@value PageRequest#MAX_LIMIT} at most. */
  public List<Comment> openTasks(PullRequest pullRequest) {
    return comments
        .tasks(PullRequestComments.subject(pullRequest), List.of("OPEN"), IN_DIFF)
        .values();
  }

  /** How much was said of it. */
  public CommentCounts count(PullRequest pullRequest) {
    return comments
        .counts(List.of(pullRequest.id()))
        .getOrDefault(pullRequest.id(), new CommentCounts(0, 0, 0));
  }

  /**
   * The threads that stand in a diff of the pull request, the oldest first.
   *
   * @param effective what the pull request changes now
   * @param shown what is shown: that, or another range of its commits
   * @param own what the viewer has pending
   */
  public List<Placed> in(
      OpenRepository open,
      PullRequest pullRequest,
      CommitRange effective,
      CommitRange shown,
      List<Comment> own)
      throws IOException {
    return in(open, pullRequest, effective, shown, own, _ -> true);
  }

  /**
   * The same for some files: where threads at others stand now, which takes long to find if the
   * branch has moved, is not looked for.
   */
  List<Placed> in(
      OpenRepository open,
      PullRequest pullRequest,
      CommitRange effective,
      CommitRange shown,
      List<Comment> own,
      Predicate<TreePath> files)
      throws IOException {
    List<CommentThread> threads =
        new ArrayList<>(
            PendingComments.withReplies(
                comments.threads(PullRequestComments.subject(pullRequest), null, IN_DIFF).values(),
                own));
    threads.addAll(PendingComments.threads(own));
    List<Placed> placed = new ArrayList<>();
    for (CommentThread thread : threads) {
      Comment comment = thread.comment();
      CommentAnchor made = comment.anchor();
      if (made == null) {
        continue;
      }
      boolean asMade = shown.equals(made(comment, made));
      CommentAnchor anchor = asMade ? made : places.anchorNow(open, effective, comment, made);
      if (files.test(anchor.path())) {
        place(open, effective, shown, comment, anchor)
            .ifPresent(at -> placed.add(new Placed(thread, anchor.path(), at)));
      }
    }
    return placed;
  }

  private Optional<PlacedAnchor> place(
      OpenRepository open,
      CommitRange effective,
      CommitRange shown,
      Comment comment,
      CommentAnchor anchor)
      throws IOException {
    if (shown.equals(made(comment, anchor))) {
      return Optional.of(PlacedAnchor.of(anchor, comment.commit()));
    }
    boolean before = anchor.fileType() == CommentAnchor.FileType.FROM;
    return anchor.diffType() == CommentAnchor.DiffType.EFFECTIVE && isOf(effective, shown, before)
        ? Optional.of(places.now(open, effective, comment, anchor))
        : Optional.empty();
  }

  /** Whether a side of what is shown is the same as of what the pull request changes. */
  private static boolean isOf(CommitRange effective, CommitRange shown, boolean before) {
    return before ? effective.equals(shown) : effective.until().equals(shown.until());
  }

  private static CommitRange made(Comment comment, CommentAnchor anchor) {
    return new CommitRange(anchor.fromCommit(), comment.commit());
  }
}
