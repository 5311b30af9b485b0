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
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.CommentStatistics.CommentCounts;
import org.packhouse.app.source.comment.CommentThread;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the list of a pull request's tasks. */
@RestController
class PullRequestTaskController {

  private final PullRequestThreads threads;
  private final PullRequestCommentViews views;

  PullRequestTaskController(PullRequestThreads threads, PullRequestCommentViews views) {
    this.threads = threads;
    this.views = views;
  }

  private enum TaskState {
    OPEN,
    RESOLVED
  }

  /** Returns a page of tasks; with {@code count=true} the numbers of open and resolved ones. */
  @GetMapping(
      RestPaths.API
          + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/blocker-comments")
  Object list(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestParam(defaultValue = "false") boolean count,
      @RequestParam(required = false) @Nullable List<String> state,
      PageRequest page,
      PullRequest pullRequest)
      throws IOException {
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
}
