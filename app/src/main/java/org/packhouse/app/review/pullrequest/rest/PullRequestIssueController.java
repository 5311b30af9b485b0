package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestIssues;
import org.packhouse.app.source.issue.IssueLink;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the issues of a pull request. */
@RestController
@RequestMapping(
    RestPaths.JIRA
        + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/issues")
class PullRequestIssueController {

  private final PullRequestIssues issues;

  PullRequestIssueController(PullRequestIssues issues) {
    this.issues = issues;
  }

  @GetMapping
  List<IssueLink> list(
      @Requires(Permission.REPO_READ) Repository repository, Caller caller, PullRequest pullRequest)
      throws IOException {
    return issues.of(repository, pullRequest, caller);
  }
}
