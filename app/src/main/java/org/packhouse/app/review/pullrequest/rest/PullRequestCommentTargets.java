package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments.NewPullRequestComment;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentChange;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.source.comment.rest.CommentRequests;
import org.packhouse.app.source.comment.rest.CommentTarget;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/** Finds pull requests as targets of comments. */
@Component
class PullRequestCommentTargets implements CommentTarget.Kind {

  private final PullRequests pullRequests;
  private final PullRequestComments comments;
  private final PullRequestThreads threads;
  private final PullRequestCommentViews views;

  PullRequestCommentTargets(
      PullRequests pullRequests,
      PullRequestComments comments,
      PullRequestThreads threads,
      PullRequestCommentViews views) {
    this.pullRequests = pullRequests;
    this.comments = comments;
    this.threads = threads;
    this.views = views;
  }

  @Override
  public String variable() {
    return "pullRequestId";
  }

  @Override
  public CommentTarget require(Repository repository, String id, Caller caller) {
    return new Target(repository, pullRequests.require(repository, Long.parseLong(id)), caller);
  }

  private final class Target implements CommentTarget {

    private final Repository repository;
    private final PullRequest pullRequest;
    private final Caller caller;

    Target(Repository repository, PullRequest pullRequest, Caller caller) {
      this.repository = repository;
      this.pullRequest = pullRequest;
      this.caller = caller;
    }

    @Override
    public CommentSubject subject() {
      return PullRequestComments.subject(pullRequest);
    }

    @Override
    public Page<CommentView> list(@Nullable TreePath file, PageRequest page) throws IOException {
      if (file == null) {
        throw new InvalidFieldException(
            "path", "The parameter path is required: the file whose comments are listed.");
      }
      return views.of(
          repository,
          pullRequest,
          threads.ofFile(repository, pullRequest, file, page, caller.user()),
          caller);
    }

    @Override
    public CommentView create(
        CommentRequests.Body body, Comment.Severity severity, @Nullable String since)
        throws IOException {
      NewPullRequestComment wanted =
          new NewPullRequestComment(
              body.requiredText(),
              body.parentId(),
              body.requestedAnchor(),
              severity,
              body.isPending());
      return get(comments.create(repository, pullRequest, wanted, caller).id());
    }

    @Override
    public CommentView get(long id) throws IOException {
      return views.of(repository, pullRequest, id, caller);
    }

    @Override
    public void update(long id, CommentChange change) {
      comments.update(repository, pullRequest, id, change, caller);
    }

    @Override
    public void delete(long id, int version) {
      comments.delete(repository, pullRequest, id, version, caller);
    }
  }
}
