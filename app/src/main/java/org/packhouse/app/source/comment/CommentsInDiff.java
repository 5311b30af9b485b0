package org.packhouse.app.source.comment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.source.changes.DiffRemarks;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/** Comments that stand in the diff of a commit, as the caller may see them. */
@Component
class CommentsInDiff implements DiffRemarks {

  private final CommitComments comments;
  private final CommentViews views;
  private final CurrentCaller caller;

  CommentsInDiff(CommitComments comments, CommentViews views, CurrentCaller caller) {
    this.comments = comments;
    this.views = views;
    this.caller = caller;
  }

  @Override
  public Map<TreePath, Integer> count(Repository repository, CommitRange range) {
    return comments.count(repository, range);
  }

  @Override
  public List<Remark> in(Repository repository, CommitRange range, TreePath path) {
    List<CommentThread> threads =
        comments.threadsIn(repository, range, path.isRoot() ? null : path);
    if (threads.isEmpty()) {
      return List.of();
    }
    List<CommentView> shown = views.of(threads, repository, caller.get());
    List<Remark> remarks = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      CommentAnchor anchor = threads.get(i).comment().anchor();
      if (anchor != null) {
        remarks.add(
            new Remark(
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
