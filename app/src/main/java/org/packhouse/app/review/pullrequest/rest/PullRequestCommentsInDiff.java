package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads.Placed;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.source.changes.rest.DiffComments.DiffThread;
import org.packhouse.app.source.comment.PendingComments;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.source.comment.rest.CommentViews;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/**
 * Finds the comments in a diff of a pull request, as the caller may see them. Comments whose line
 * or file is gone are left out.
 */
@Component
class PullRequestCommentsInDiff {

  private final PullRequestThreads threads;
  private final PullRequestRanges ranges;
  private final PendingComments pending;
  private final CommentViews views;

  PullRequestCommentsInDiff(
      PullRequestThreads threads,
      PullRequestRanges ranges,
      PendingComments pending,
      CommentViews views) {
    this.threads = threads;
    this.ranges = ranges;
    this.pending = pending;
    this.views = views;
  }

  record ShownDiff(
      OpenRepository open, Repository target, PullRequest pullRequest, CommitRange range) {}

  /** Counts comments and replies at each of these paths; paths without any are left out. */
  Map<TreePath, Integer> count(ShownDiff diff, Set<TreePath> paths, Caller caller)
      throws IOException {
    Map<TreePath, Integer> counts = new HashMap<>();
    for (Placed placed : find(diff, paths::contains, caller)) {
      counts.merge(placed.path(), (int) placed.thread().ids().count(), Integer::sum);
    }
    return counts;
  }

  /** Returns the threads about a file or the files of a directory, the oldest first. */
  List<DiffThread> in(ShownDiff diff, TreePath path, Caller caller) throws IOException {
    List<Placed> found = find(diff, file -> file.equals(path) || file.isBelow(path), caller);
    if (found.isEmpty()) {
      return List.of();
    }
    Map<Long, PlacedAnchor> positions = new HashMap<>();
    found.forEach(placed -> positions.put(placed.thread().comment().id(), placed.position()));
    List<CommentView> shown =
        views.of(
            found.stream().map(Placed::thread).toList(),
            diff.target(),
            caller,
            comment -> positions.get(comment.id()));
    List<DiffThread> remarks = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      Placed placed = found.get(i);
      CommentView view = shown.get(i);
      remarks.add(new DiffThread(view.id(), placed.path(), placed.line(), placed.before(), view));
    }
    return remarks;
  }

  private List<Placed> find(ShownDiff diff, Predicate<TreePath> files, Caller caller)
      throws IOException {
    PullRequest pullRequest = diff.pullRequest();
    return threads
        .in(
            diff.open(),
            pullRequest,
            ranges.effective(diff.open(), pullRequest),
            diff.range(),
            pending.of(PullRequestComments.subject(pullRequest), caller.user()),
            files)
        .stream()
        .filter(placed -> !placed.position().orphaned())
        .toList();
  }
}
