package org.packhouse.app.source.branch.model.rest;

import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.model.BranchModels;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the branching model set on a repository or project. */
@RestController
@RequestMapping({
  RestPaths.BRANCH_UTILS + "/projects/{projectKey}/branchmodel/configuration",
  RestPaths.BRANCH_UTILS + "/projects/{projectKey}/repos/{slug}/branchmodel/configuration"
})
class BranchModelConfigurationController {

  private final BranchModels models;

  BranchModelConfigurationController(BranchModels models) {
    this.models = models;
  }

  @GetMapping
  BranchModelConfigurationView get(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource) {
    Repository repository = resource.repository();
    return BranchModelConfigurationView.of(
        repository == null ? models.of(resource.project()) : models.of(repository));
  }

  @PutMapping
  BranchModelConfigurationView set(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody BranchModelBody body) {
    models.set(resource, body.toModel());
    return get(resource);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unset(@Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource) {
    models.set(resource, null);
  }
}
