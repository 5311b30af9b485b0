package org.packhouse.app.hosting.repository.rest;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.hosting.repository.UnfinishedRepositories;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidRequestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: retries a failed creation of a repository. */
@RestController
class RecreateController {

  private final UnfinishedRepositories unfinished;
  private final RepositoryViews views;

  RecreateController(UnfinishedRepositories unfinished, RepositoryViews views) {
    this.unfinished = unfinished;
    this.views = views;
  }

  @PostMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/recreate")
  RepositoryView recreate(@Requires(Permission.REPO_ADMIN) Repository repository) {
    if (repository.state() != RepositoryState.INITIALISATION_FAILED) {
      throw new InvalidRequestException(
          "The repository %s is %s: only one that is INITIALISATION_FAILED can be made once more."
              .formatted(repository.path(), repository.state()));
    }
    return views.of(unfinished.retry(repository));
  }
}
