package org.packhouse.app.source.comment.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.source.changes.rest.DiffComments;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentStatistics;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/** Finds the comments of a commit's diff for the caller of the current request. */
@Component
class CommentsInDiff implements DiffComments {

  private final Comments comments;
  private final CommentStatistics statistics;
  private final CommentViews views;
  private final CurrentCaller caller;

  CommentsInDiff(
      Comments comments, CommentStatistics statistics, CommentViews views, CurrentCaller caller) {
    this.comments = comments;
    this.statistics = statistics;
    this.views = views;
    this.caller = caller;
  }

  @Override
  public Map<TreePath, Integer> count(Repository repository, CommitRange range) {
    return statistics.byPath(repository.id(), range);
  }

  @Override
  public List<DiffThread> in(Repository repository, CommitRange range, TreePath path) {
    List<CommentThread> threads =
        comments.threadsIn(repository, range, path.isRoot() ? null : path);
    if (threads.isEmpty()) {
      return List.of();
    }
    List<CommentView> shown = views.of(threads, repository, caller.get());
    List<DiffThread> remarks = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      CommentAnchor anchor = threads.get(i).comment().anchor();
      if (anchor != null) {
        remarks.add(
            new DiffThread(
                shown.get(i).id(),
                anchor.path(),
                anchor.line(),
                anchor.fileType() == CommentAnchor.FileType.FROM,
                shown.get(i)));
      }
    }
    return remarks;
  }
}
