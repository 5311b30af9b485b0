package org.packhouse.app.source.branch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: making and deleting branches, and which of them have a commit. */
@RestController
@RequestMapping(RestPaths.BRANCH_UTILS + "/projects/{projectKey}/repos/{slug}/branches")
class BranchUtilsController {

  private final RepositoryAccess access;
  private final OpenRepositories repositories;
  private final Branches branches;
  private final BranchesOfCommit containing;
  private final CurrentCaller caller;

  BranchUtilsController(
      RepositoryAccess access,
      OpenRepositories repositories,
      Branches branches,
      BranchesOfCommit containing,
      CurrentCaller caller) {
    this.access = access;
    this.repositories = repositories;
    this.branches = branches;
    this.containing = containing;
    this.caller = caller;
  }

  record NewBranch(@Nullable String name, @Nullable String startPoint) {}

  record Deletion(@Nullable String name, @Nullable String endPoint, @Nullable Boolean dryRun) {}

  @GetMapping("/info/{commitId}")
  Page<RefView> info(
      @PathVariable String projectKey,
      @PathVariable String slug,
      @PathVariable String commitId,
      PageRequest page)
      throws IOException {
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    try (OpenRepository open = repositories.open(repository.id())) {
      return Page.ofAll(page, containing.find(repository, open, commitId))
          .map(ref -> RefView.branch(ref.name()));
    }
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  BranchView create(
      @PathVariable String projectKey, @PathVariable String slug, @RequestBody NewBranch body)
      throws IOException {
    Caller who = caller.get();
    Repository repository = access.require(who, projectKey, slug, Permission.REPO_WRITE);
    RefSnapshot.Entry made = branches.create(repository, body.name(), body.startPoint(), who);
    try (OpenRepository open = repositories.open(repository.id())) {
      return BranchView.of(made, open.refs());
    }
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
