package org.packhouse.app.review.pullrequest.rest;

import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.condition.PullRequestSettings;
import org.packhouse.app.review.pullrequest.rest.MergeSettingsBody.ProjectBody;
import org.packhouse.app.review.pullrequest.rest.PullRequestSettingsController.MergeConfig;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the server's way of merging. */
@ByToken
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.API + "/admin/pull-requests/{scmId}")
class ServerMergeSettingsController {

  private final PullRequestSettings settings;

  ServerMergeSettingsController(PullRequestSettings settings) {
    this.settings = settings;
  }

  @GetMapping
  MergeConfig get(@PathVariable String scmId) {
    PullRequestSettingsController.requireGit(scmId);
    return MergeConfig.of(settings.of(null));
  }

  @PostMapping
  MergeConfig set(@PathVariable String scmId, @RequestBody ProjectBody body) {
    PullRequestSettingsController.requireGit(scmId);
    settings.changeServer(body.applyTo(settings.of(null).merging()));
    return MergeConfig.of(settings.of(null));
  }
}
