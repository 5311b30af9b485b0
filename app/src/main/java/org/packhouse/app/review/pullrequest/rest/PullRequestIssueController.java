package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequestIssues;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.source.issue.IssueLink;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the issues of a pull request. */
@RestController
@RequestMapping(
    RestPaths.JIRA
        + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/issues")
class PullRequestIssueController {

  private final PullRequests pullRequests;
  private final PullRequestIssues issues;

  PullRequestIssueController(PullRequests pullRequests, PullRequestIssues issues) {
    this.pullRequests = pullRequests;
    this.issues = issues;
  }

  @GetMapping
  List<IssueLink> list(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable long pullRequestId,
      Caller caller)
      throws IOException {
    return issues.of(repository, pullRequests.require(repository, pullRequestId), caller);
  }
}
