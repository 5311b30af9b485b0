package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.platform.rest.VetoView;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.merge.PullRequestRebases;
import org.packhouse.app.review.pullrequest.rest.PullRequestBodies.VersionBody;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: rebasing the source of a pull request onto its target. */
@RestController
@RequestMapping(
    RestPaths.GIT
        + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/rebase")
class RebaseController {

  private final PullRequestRebases rebases;

  RebaseController(PullRequestRebases rebases) {
    this.rebases = rebases;
  }

  record RebaseabilityView(List<VetoView> vetoes) {}

  record RebaseView(RefChangeView refChange) {}

  @GetMapping
  RebaseabilityView test(@Requires(Permission.REPO_READ) PullRequest pullRequest, Caller caller) {
    return new RebaseabilityView(
        rebases.vetoes(pullRequest, caller).stream()
            .map(veto -> new VetoView(veto.summary(), veto.detail()))
            .toList());
  }

  @PostMapping
  RebaseView rebase(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestBody(required = false) @Nullable VersionBody body,
      PullRequest pullRequest)
      throws IOException {
    return new RebaseView(
        RefChangeView.of(
            rebases.rebase(repository, pullRequest, VersionBody.of(body, null), caller)));
  }
}
