package org.packhouse.app.review.pullrequest.comment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.CommentStatistics;
import org.packhouse.app.source.comment.CommentStatistics.CommentCounts;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.CommentedFile;
import org.packhouse.app.source.comment.CommentedFiles;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.PendingComments;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/** Reads the comment threads of pull requests and their positions; checks no permission. */
@Component
public class PullRequestThreads {

  private static final PageRequest IN_DIFF = new PageRequest(0, PageRequest.MAX_LIMIT);

  private final Comments comments;
  private final CommentStatistics statistics;
  private final CommentedFiles files;
  private final CommentAnchors anchors;
  private final PendingComments pending;
  private final PullRequestRanges ranges;
  private final OpenRepositories repositories;

  PullRequestThreads(
      Comments comments,
      CommentStatistics statistics,
      CommentedFiles files,
      CommentAnchors anchors,
      PendingComments pending,
      PullRequestRanges ranges,
      OpenRepositories repositories) {
    this.comments = comments;
    this.statistics = statistics;
    this.files = files;
    this.anchors = anchors;
    this.pending = pending;
    this.ranges = ranges;
    this.repositories = repositories;
  }

  /** A thread at the path that its file has in a diff. */
  public record Placed(CommentThread thread, TreePath path, PlacedAnchor position) {

    /** Returns the line in the diff; null: the thread is about the file, or the line is gone. */
    public @Nullable Integer line() {
      return position.orphaned() ? null : position.line();
    }

    public boolean before() {
      return position.anchor().fileType() == CommentAnchor.FileType.FROM;
    }

    /** Returns the lines that the thread is about; null: not several. */
    public CommentLines.@Nullable Span span() {
      return position.orphaned() ? null : position.span();
    }
  }

  public List<CommentThread> find(
      PullRequest pullRequest, Collection<Long> ids, List<Comment> ownPending) {
    return PendingComments.withReplies(
        comments.threads(PullRequestComments.subject(pullRequest), ids), ownPending);
  }

  /** Returns the threads that begin with these comments, with the pending replies of a viewer. */
  public List<CommentThread> find(
      PullRequest pullRequest, Collection<Long> ids, @Nullable User viewer) {
    return ids.isEmpty() ? List.of() : find(pullRequest, ids, ownPending(pullRequest, viewer));
  }

  private List<Comment> ownPending(PullRequest pullRequest, @Nullable User viewer) {
    return pending.of(PullRequestComments.subject(pullRequest), viewer);
  }

  /** Returns a comment with its replies, as a viewer sees it, or refuses. */
  public CommentThread require(PullRequest pullRequest, long id, @Nullable User viewer) {
    List<Comment> own = ownPending(pullRequest, viewer);
    CommentThread thread =
        own.stream()
            .filter(it -> it.id() == id)
            .findFirst()
            .map(it -> new CommentThread(it, List.of()))
            .orElseGet(() -> comments.thread(PullRequestComments.subject(pullRequest), id));
    return PendingComments.withReplies(List.of(thread), own).getFirst();
  }

  /** Returns the pending comments of a viewer: threads, and replies to published comments. */
  public Page<CommentThread> pending(
      PullRequest pullRequest, PageRequest page, @Nullable User viewer) {
    List<Comment> own = ownPending(pullRequest, viewer);
    Set<Long> ids = own.stream().map(Comment::id).collect(Collectors.toSet());
    List<CommentThread> roots =
        own.stream()
            .filter(it -> it.parent() == null || !ids.contains(it.parent().parentId()))
            .map(it -> new CommentThread(it, List.of()))
            .toList();
    return Page.ofAll(page, PendingComments.withReplies(roots, own));
  }

  /** Returns the threads about a file, whose path is the present or a commented one. */
  public Page<CommentThread> ofFile(
      Repository target,
      PullRequest pullRequest,
      TreePath path,
      PageRequest page,
      @Nullable User viewer)
      throws IOException {
    Page<CommentThread> threads =
        files.threads(
            PullRequestComments.subject(pullRequest), filesAt(target, pullRequest, path), page);
    List<Comment> own = ownPending(pullRequest, viewer);
    List<CommentThread> all = new ArrayList<>(PendingComments.withReplies(threads.values(), own));
    if (threads.isLastPage()) {
      PendingComments.threads(own).stream()
          .filter(it -> isAt(it.comment().anchor(), path))
          .forEach(all::add);
    }
    return threads.with(all);
  }

  private List<CommentedFile> filesAt(Repository target, PullRequest pullRequest, TreePath path)
      throws IOException {
    List<CommentedFile> found = new ArrayList<>();
    try (OpenRepository open = repositories.open(target.id())) {
      String tip = ranges.effective(open, pullRequest).until();
      for (CommentedFile file : files.of(PullRequestComments.subject(pullRequest))) {
        if (file.path().equals(path) || anchors.currentPath(open, file, tip).equals(path)) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private static boolean isAt(@Nullable CommentAnchor anchor, TreePath path) {
    return anchor != null && anchor.path().equals(path);
  }

  /** Returns tasks in any of these states, {@code OPEN} and {@code RESOLVED}. */
  public Page<Comment> tasks(PullRequest pullRequest, Collection<String> states, PageRequest page) {
    return comments.tasks(PullRequestComments.subject(pullRequest), states, page);
  }

  /** Returns open tasks, the oldest first, {@value PageRequest#MAX_LIMIT} at most. */
  public List<Comment> openTasks(PullRequest pullRequest) {
    return tasks(pullRequest, List.of("OPEN"), IN_DIFF).values();
  }

  public CommentCounts count(PullRequest pullRequest) {
    return statistics
        .counts(List.of(pullRequest.id()))
        .getOrDefault(pullRequest.id(), new CommentCounts(0, 0, 0));
  }

  /** Returns the present position of a comment; null: it is about the whole pull request. */
  @Nullable PlacedAnchor position(Repository target, PullRequest pullRequest, Comment comment)
      throws IOException {
    try (OpenRepository open = repositories.open(target.id())) {
      return anchors.current(open, ranges.effective(open, pullRequest), comment);
    }
  }

  /** Returns the present positions of comments by their ids; those about no file are left out. */
  public Map<Long, PlacedAnchor> positions(
      Repository target, PullRequest pullRequest, List<CommentThread> threads) throws IOException {
    Map<Long, PlacedAnchor> positions = new HashMap<>();
    try (OpenRepository open = repositories.open(target.id())) {
      CommitRange effective = ranges.effective(open, pullRequest);
      for (CommentThread thread : threads) {
        addPositions(open, effective, thread, positions);
      }
    }
    return positions;
  }

  private void addPositions(
      OpenRepository open,
      CommitRange effective,
      CommentThread thread,
      Map<Long, PlacedAnchor> positions)
      throws IOException {
    PlacedAnchor position = anchors.current(open, effective, thread.comment());
    if (position != null) {
      positions.put(thread.comment().id(), position);
    }
    for (CommentThread reply : thread.replies()) {
      addPositions(open, effective, reply, positions);
    }
  }

  /** Returns the threads in a diff, the oldest first; {@code effective} is the whole range. */
  public List<Placed> in(
      OpenRepository open,
      PullRequest pullRequest,
      CommitRange effective,
      CommitRange shown,
      List<Comment> ownPending)
      throws IOException {
    return in(open, pullRequest, effective, shown, ownPending, _ -> true);
  }

  /**
   * Returns the threads about some files of a diff, the oldest first. Positions in other files are
   * not computed, which takes long when the branches have moved.
   */
  public List<Placed> in(
      OpenRepository open,
      PullRequest pullRequest,
      CommitRange effective,
      CommitRange shown,
      List<Comment> ownPending,
      Predicate<TreePath> files)
      throws IOException {
    List<CommentThread> threads =
        new ArrayList<>(
            PendingComments.withReplies(
                comments.threads(PullRequestComments.subject(pullRequest), null, IN_DIFF).values(),
                ownPending));
    threads.addAll(PendingComments.threads(ownPending));
    List<Placed> placed = new ArrayList<>();
    for (CommentThread thread : threads) {
      Comment comment = thread.comment();
      CommentAnchor made = comment.anchor();
      if (made == null) {
        continue;
      }
      boolean asMade = shown.equals(made(comment, made));
      CommentAnchor anchor = asMade ? made : anchors.currentAnchor(open, effective, comment, made);
      if (files.test(anchor.path())) {
        position(open, effective, shown, comment, anchor)
            .ifPresent(at -> placed.add(new Placed(thread, anchor.path(), at)));
      }
    }
    return placed;
  }

  private Optional<PlacedAnchor> position(
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
    boolean sameSide = before ? effective.equals(shown) : effective.until().equals(shown.until());
    return anchor.diffType() == CommentAnchor.DiffType.EFFECTIVE && sameSide
        ? Optional.of(anchors.current(open, effective, comment, anchor))
        : Optional.empty();
  }

  private static CommitRange made(Comment comment, CommentAnchor anchor) {
    return new CommitRange(anchor.fromCommit(), comment.commit());
  }
}
