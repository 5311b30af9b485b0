package org.packhouse.app.source.branch;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the branch model that a project's repositories have if they have none of their own. */
@RestController
@RequestMapping(RestPaths.BRANCH_UTILS + "/projects/{projectKey}/branchmodel/configuration")
class ProjectBranchModelController {

  private final ProjectAccess access;
  private final BranchModels models;
  private final CurrentCaller caller;

  ProjectBranchModelController(ProjectAccess access, BranchModels models, CurrentCaller caller) {
    this.access = access;
    this.models = models;
    this.caller = caller;
  }

  @GetMapping
  BranchModelBody get(@PathVariable String projectKey) {
    return BranchModelBody.of(
        models.of(access.require(caller.get(), projectKey, Permission.PROJECT_READ)));
  }

  @PutMapping
  BranchModelBody set(@PathVariable String projectKey, @RequestBody BranchModelBody body) {
    Project project = access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN);
    models.set(project, body.toModel());
    return BranchModelBody.of(models.of(project));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unset(@PathVariable String projectKey) {
    models.set(access.require(caller.get(), projectKey, Permission.PROJECT_ADMIN), null);
  }
}
