package org.packhouse.app.web.source;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.networks.pullrequest.PullRequest;
import org.packhouse.app.networks.pullrequest.PullRequests;
import org.packhouse.app.web.Links;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Addresses of pull requests, as a push prints them: they lead to what a pull request compares. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
class PullRequestAddresses {

  private final PullRequests pullRequests;

  PullRequestAddresses(PullRequests pullRequests) {
    this.pullRequests = pullRequests;
  }

  /** Leads to the comparison of a branch with the default branch; without one to the branches. */
  @GetMapping("/pull-requests")
  String create(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String sourceBranch) {
    return sourceBranch == null
        ? "redirect:" + view.link() + "/branches"
        : compare(view, sourceBranch, null);
  }

  @GetMapping({"/pull-requests/{number}", "/pull-requests/{number}/{tab:overview|diff|commits}"})
  String show(@Requires(Permission.REPO_READ) RepositoryView view, @PathVariable long number) {
    PullRequest pullRequest = pullRequests.require(view.repository(), number);
    return compare(view, pullRequest.from().commit(), pullRequest.to().commit());
  }

  private static String compare(RepositoryView view, String source, @Nullable String target) {
    return "redirect:"
        + PathInUrl.join(
            view.link() + "/compare/diff",
            "sourceBranch=" + Links.encode(source),
            target == null ? "" : "targetBranch=" + Links.encode(target));
  }
}
