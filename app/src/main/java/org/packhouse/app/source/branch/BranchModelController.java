package org.packhouse.app.source.branch;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the branch model of a repository. */
@RestController
@RequestMapping(RestPaths.BRANCH_UTILS + "/projects/{projectKey}/repos/{slug}/branchmodel")
class BranchModelController {

  private final RepositoryAccess access;
  private final BranchModels models;
  private final Refs refs;
  private final CurrentCaller caller;

  BranchModelController(
      RepositoryAccess access, BranchModels models, Refs refs, CurrentCaller caller) {
    this.access = access;
    this.models = models;
    this.refs = refs;
    this.caller = caller;
  }

  @GetMapping
  BranchModelView inUse(@PathVariable String projectKey, @PathVariable String slug)
      throws IOException {
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    return BranchModelView.of(models.of(repository), refs.snapshot(repository.id()));
  }

  @GetMapping("/configuration")
  BranchModelBody get(@PathVariable String projectKey, @PathVariable String slug) {
    return BranchModelBody.of(
        models.of(access.require(caller.get(), projectKey, slug, Permission.REPO_READ)));
  }

  @PutMapping("/configuration")
  BranchModelBody set(
      @PathVariable String projectKey,
      @PathVariable String slug,
      @RequestBody BranchModelBody body) {
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_ADMIN);
    models.set(repository, body.toModel());
    return BranchModelBody.of(models.of(repository));
  }

  @DeleteMapping("/configuration")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unset(@PathVariable String projectKey, @PathVariable String slug) {
    models.set(access.require(caller.get(), projectKey, slug, Permission.REPO_ADMIN), null);
  }
}
