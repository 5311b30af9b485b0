package org.packhouse.app.review.pullrequest.comment;

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
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads.Placed;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.source.changes.rest.DiffComments.DiffThread;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.PendingComments;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.source.comment.rest.CommentViews;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/**
 * Finds the comments that stand in a diff of a pull request, as the caller may see them. Of those
 * whose line or file is gone since, no diff tells.
 */
@Component
public class PullRequestRemarks {

  private final PullRequestThreads threads;
  private final PullRequestRanges ranges;
  private final PendingComments pending;
  private final CommentViews views;

  PullRequestRemarks(
      PullRequestThreads threads,
      PullRequestRanges ranges,
      PendingComments pending,
      CommentViews views) {
    this.threads = threads;
    this.ranges = ranges;
    this.pending = pending;
    this.views = views;
  }

  /**
   * A diff of a pull request.
   *
   * @param range what the pull request changes, or another range of its commits
   */
  public record Shown(
      OpenRepository open, Repository target, PullRequest pullRequest, CommitRange range) {}

  /** How many comments, replies included, stand at each of those paths; those of none left out. */
  public Map<TreePath, Integer> count(Shown shown, Set<TreePath> paths, Caller caller)
      throws IOException {
    Map<TreePath, Integer> counts = new HashMap<>();
    for (Placed placed : find(shown, paths::contains, caller)) {
      counts.merge(placed.path(), (int) placed.thread().ids().count(), Integer::sum);
    }
    return counts;
  }

  /**
   * The threads that stand in a diff, the oldest first.
   *
   * @param path only those about that file, or about files in that directory; the root: all
   */
  public List<DiffThread> in(Shown shown, TreePath path, Caller caller) throws IOException {
    List<Placed> found = find(shown, file -> file.equals(path) || file.isBelow(path), caller);
    if (found.isEmpty()) {
      return List.of();
    }
    Map<Long, PlacedAnchor> anchors = new HashMap<>();
    found.forEach(placed -> anchors.put(placed.thread().comment().id(), placed.anchor()));
    List<CommentThread> said = found.stream().map(Placed::thread).toList();
    List<CommentView> shownThreads =
        views.of(said, shown.target(), caller, comment -> anchors.get(comment.id()));
    List<DiffThread> remarks = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      Placed placed = found.get(i);
      CommentView view = shownThreads.get(i);
      remarks.add(new DiffThread(view.id(), placed.path(), placed.line(), placed.before(), view));
    }
    return remarks;
  }

  private List<Placed> find(Shown shown, Predicate<TreePath> files, Caller caller)
      throws IOException {
    PullRequest pullRequest = shown.pullRequest();
    return threads
        .in(
            shown.open(),
            pullRequest,
            ranges.effective(shown.open(), pullRequest),
            shown.range(),
            pending.of(PullRequestComments.subject(pullRequest), caller.user()),
            files)
        .stream()
        .filter(placed -> !placed.anchor().orphaned())
        .toList();
  }
}
