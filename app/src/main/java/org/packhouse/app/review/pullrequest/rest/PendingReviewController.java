package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.comment.PendingReviews;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.rest.CommentView;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the caller's unfinished review of a pull request. */
@RestController
@RequestMapping(
    RestPaths.API
        + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/review")
class PendingReviewController {

  private final PullRequestThreads threads;
  private final PullRequestCommentViews views;
  private final PendingReviews reviews;

  PendingReviewController(
      PullRequestThreads threads, PullRequestCommentViews views, PendingReviews reviews) {
    this.threads = threads;
    this.views = views;
    this.reviews = reviews;
  }

  record FinishBody(
      @Nullable String commentText,
      @Nullable String lastReviewedCommit,
      @Nullable String participantStatus) {}

  @GetMapping
  Page<CommentView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      PageRequest page,
      PullRequest pullRequest)
      throws IOException {
    PullRequestRules.user(caller);
    return views.of(
        repository, pullRequest, threads.pending(pullRequest, page, caller.user()), caller);
  }

  @PutMapping
  void finish(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestBody FinishBody body,
      PullRequest pullRequest) {
    if (version != null) {
      PullRequestRules.requireVersion(pullRequest, version);
    }
    String status = body.participantStatus();
    reviews.finish(
        repository,
        pullRequest,
        new PendingReviews.Finish(
            body.commentText(),
            status == null || status.isEmpty()
                ? null
                : PullRequestBodies.constant("participantStatus", status, ReviewStatus.class),
            body.lastReviewedCommit()),
        caller);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void discard(@Requires(Permission.REPO_READ) PullRequest pullRequest, Caller caller) {
    reviews.discard(pullRequest, caller);
  }
}
