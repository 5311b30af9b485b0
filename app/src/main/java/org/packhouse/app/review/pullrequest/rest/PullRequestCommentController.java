package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments.NewPullRequestComment;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.Comment.Severity;
import org.packhouse.app.source.comment.CommentCounts;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.rest.CommentRequests.Body;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: comments on a pull request, and tasks, which are comments of severity BLOCKER. */
@RestController
@RequestMapping(
    RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}")
class PullRequestCommentController {

  private final PullRequests pullRequests;
  private final PullRequestComments comments;
  private final PullRequestThreads threads;
  private final PullRequestCommentViews views;

  PullRequestCommentController(
      PullRequests pullRequests,
      PullRequestComments comments,
      PullRequestThreads threads,
      PullRequestCommentViews views) {
    this.pullRequests = pullRequests;
    this.comments = comments;
    this.threads = threads;
    this.views = views;
  }

  @GetMapping("/comments")
  Page<CommentView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @RequestParam(required = false) @Nullable String path,
      PageRequest page)
      throws IOException {
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    if (path == null || path.isEmpty()) {
      throw new InvalidFieldException(
          "path", "The parameter path is required: the file whose comments are listed.");
    }
    return views.of(
        repository,
        pullRequest,
        threads.ofFile(repository, pullRequest, TreePath.of(path), page, caller.user()),
        caller);
  }

  @PostMapping("/comments")
  @ResponseStatus(HttpStatus.CREATED)
  CommentView create(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @RequestBody Body body)
      throws IOException {
    return create(repository, caller, pullRequestId, body, body.severityOr(Severity.NORMAL));
  }

  @PostMapping("/blocker-comments")
  @ResponseStatus(HttpStatus.CREATED)
  CommentView createTask(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @RequestBody Body body)
      throws IOException {
    return create(repository, caller, pullRequestId, body, Severity.BLOCKER);
  }

  private CommentView create(
      Repository repository, Caller caller, long pullRequestId, Body body, Severity severity)
      throws IOException {
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    Comment made =
        comments.create(
            repository,
            pullRequest,
            new NewPullRequestComment(
                body.requiredText(),
                body.parentId(),
                body.requestedAnchor(),
                severity,
                body.isPending()),
            caller);
    return views.of(repository, pullRequest, made.id(), caller);
  }

  /** Returns a page of tasks; with {@code count=true} the numbers of open and resolved ones. */
  @GetMapping("/blocker-comments")
  Object tasks(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @RequestParam(defaultValue = "false") boolean count,
      @RequestParam(required = false) @Nullable List<String> state,
      PageRequest page)
      throws IOException {
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    if (count) {
      CommentCounts counts = threads.count(pullRequest);
      return Map.of("open", counts.openTasks(), "resolved", counts.resolvedTasks());
    }
    List<String> states =
        state == null || state.isEmpty()
            ? List.of("OPEN", "RESOLVED")
            : state.stream()
                .map(each -> PullRequestBodies.constant("state", each, TaskState.class).name())
                .distinct()
                .toList();
    Page<CommentThread> tasks =
        threads.tasks(pullRequest, states, page).map(task -> new CommentThread(task, List.of()));
    return views.of(repository, pullRequest, tasks, caller);
  }

  private enum TaskState {
    OPEN,
    RESOLVED
  }

  @GetMapping({"/comments/{commentId}", "/blocker-comments/{commentId}"})
  CommentView get(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @PathVariable long commentId)
      throws IOException {
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    return views.of(repository, pullRequest, commentId, caller);
  }

  @PutMapping({"/comments/{commentId}", "/blocker-comments/{commentId}"})
  CommentView update(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @PathVariable long commentId,
      @RequestBody Body body)
      throws IOException {
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    comments.update(repository, pullRequest, commentId, body.change(), caller);
    return views.of(repository, pullRequest, commentId, caller);
  }

  @DeleteMapping({"/comments/{commentId}", "/blocker-comments/{commentId}"})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @PathVariable long commentId,
      @RequestParam(defaultValue = "-1") int version) {
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    comments.delete(repository, pullRequest, commentId, version, caller);
  }
}
