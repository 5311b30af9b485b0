package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.source.comment.rest.CommentViews;
import org.springframework.stereotype.Component;

/** Shows comment threads of a pull request in the REST dialect, at their present positions. */
@Component
class PullRequestCommentViews {

  private final PullRequestThreads threads;
  private final CommentViews views;

  PullRequestCommentViews(PullRequestThreads threads, CommentViews views) {
    this.threads = threads;
    this.views = views;
  }

  CommentView of(Repository target, PullRequest pullRequest, long commentId, Caller caller)
      throws IOException {
    CommentThread thread = threads.require(pullRequest, commentId, caller.user());
    return of(target, pullRequest, List.of(thread), caller).getFirst();
  }

  Page<CommentView> of(
      Repository target, PullRequest pullRequest, Page<CommentThread> page, Caller caller)
      throws IOException {
    return page.with(of(target, pullRequest, page.values(), caller));
  }

  /** Returns the threads that begin with these comments, by the ids of the comments. */
  Map<Long, CommentView> byId(
      Repository target, PullRequest pullRequest, Collection<Long> ids, Caller caller)
      throws IOException {
    Map<Long, CommentView> shown = new HashMap<>();
    of(target, pullRequest, threads.find(pullRequest, ids, caller.user()), caller)
        .forEach(view -> shown.put(view.id(), view));
    return shown;
  }

  private List<CommentView> of(
      Repository target, PullRequest pullRequest, List<CommentThread> some, Caller caller)
      throws IOException {
    if (some.isEmpty()) {
      return List.of();
    }
    Map<Long, PlacedAnchor> positions = threads.positions(target, pullRequest, some);
    return views.of(some, target, caller, comment -> positions.get(comment.id()));
  }
}
