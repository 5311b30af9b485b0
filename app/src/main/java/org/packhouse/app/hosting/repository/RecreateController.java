package org.packhouse.app.hosting.repository;

import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: makes a repository whose making failed once more. */
@RestController
class RecreateController {

  private final RepositoryAccess access;
  private final UnfinishedRepositories unfinished;
  private final RepositoryViews views;
  private final CurrentCaller caller;

  RecreateController(
      RepositoryAccess access,
      UnfinishedRepositories unfinished,
      RepositoryViews views,
      CurrentCaller caller) {
    this.access = access;
    this.unfinished = unfinished;
    this.views = views;
    this.caller = caller;
  }

  @PostMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/recreate")
  RepositoryView recreate(@PathVariable String projectKey, @PathVariable String slug) {
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_ADMIN);
    if (repository.state() != RepositoryState.INITIALISATION_FAILED) {
      throw new RestException(
          400,
          ExceptionName.ARGUMENT_VALIDATION,
          "The repository %s is %s: only one that is INITIALISATION_FAILED can be made once more."
              .formatted(repository.path(), repository.state()));
    }
    return views.of(unfinished.retry(repository));
  }
}
