package org.packhouse.app.source.branch.model.rest;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.model.BranchModels;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the branching model in use in a repository. */
@RestController
@RequestMapping(RestPaths.BRANCH_UTILS + "/projects/{projectKey}/repos/{slug}/branchmodel")
class BranchModelController {

  private final BranchModels models;
  private final Refs refs;

  BranchModelController(BranchModels models, Refs refs) {
    this.models = models;
    this.refs = refs;
  }

  @GetMapping
  BranchModelView inUse(@Requires(Permission.REPO_READ) Repository repository) throws IOException {
    return BranchModelView.of(models.of(repository), refs.snapshot(repository.id()));
  }
}
