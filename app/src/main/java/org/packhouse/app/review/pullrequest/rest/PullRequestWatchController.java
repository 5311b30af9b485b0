package org.packhouse.app.review.pullrequest.rest;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(
    RestPaths.API
        + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/watch")
@ResponseStatus(HttpStatus.NO_CONTENT)
class PullRequestWatchController {

  private final PullRequests pullRequests;
  private final PullRequestWatches watches;

  PullRequestWatchController(PullRequests pullRequests, PullRequestWatches watches) {
    this.pullRequests = pullRequests;
    this.watches = watches;
  }

  @PostMapping
  void watch(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId) {
    set(repository, caller, pullRequestId, true);
  }

  @DeleteMapping
  void unwatch(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId) {
    set(repository, caller, pullRequestId, false);
  }

  private void set(Repository repository, Caller caller, long pullRequestId, boolean watches) {
    User user = PullRequestRules.user(caller);
    this.watches.set(pullRequests.require(repository, pullRequestId).id(), user.id(), watches);
  }
}
