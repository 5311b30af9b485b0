package org.packhouse.app.branch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.repository.RepositoryAccess;
import org.packhouse.app.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: making and deleting branches. */
@RestController
@RequestMapping(RestPaths.BRANCH_UTILS + "/projects/{projectKey}/repos/{slug}/branches")
class BranchUtilsController {

  private final RepositoryAccess access;
  private final Branches branches;
  private final CurrentCaller caller;

  BranchUtilsController(RepositoryAccess access, Branches branches, CurrentCaller caller) {
    this.access = access;
    this.branches = branches;
    this.caller = caller;
  }

  record NewBranch(@Nullable String name, @Nullable String startPoint) {}

  record Deletion(@Nullable String name, @Nullable String endPoint, @Nullable Boolean dryRun) {}

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  BranchView create(
      @PathVariable String projectKey, @PathVariable String slug, @RequestBody NewBranch body)
      throws IOException {
    Caller who = caller.get();
    return branches.create(
        access.require(who, projectKey, slug, Permission.REPO_WRITE),
        body.name(),
        body.startPoint(),
        who);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @PathVariable String projectKey, @PathVariable String slug, @RequestBody Deletion body)
      throws IOException {
    Caller who = caller.get();
    branches.delete(
        access.require(who, projectKey, slug, Permission.REPO_WRITE),
        body.name(),
        body.endPoint(),
        Boolean.TRUE.equals(body.dryRun()),
        who);
  }
}
