package org.packhouse.app.source.branch.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.Branches;
import org.packhouse.app.source.branch.BranchesOfCommit;
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

/** REST: creates and deletes branches, and finds the branches that contain a commit. */
@RestController
@RequestMapping(RestPaths.BRANCH_UTILS + "/projects/{projectKey}/repos/{slug}/branches")
class BranchUtilsController {

  private final OpenRepositories repositories;
  private final Branches branches;
  private final BranchesOfCommit containing;

  BranchUtilsController(
      OpenRepositories repositories, Branches branches, BranchesOfCommit containing) {
    this.repositories = repositories;
    this.branches = branches;
    this.containing = containing;
  }

  record NewBranch(@Nullable String name, @Nullable String startPoint) {}

  record Deletion(@Nullable String name, @Nullable String endPoint, @Nullable Boolean dryRun) {}

  @GetMapping("/info/{commitId}")
  Page<RefView> info(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      PageRequest page)
      throws IOException {
    try (OpenRepository open = repositories.open(repository.id())) {
      return Page.ofAll(page, containing.find(repository, open, commitId))
          .map(ref -> RefView.branch(ref.name()));
    }
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  BranchView create(
      @Requires(Permission.REPO_WRITE) Repository repository,
      Caller caller,
      @RequestBody NewBranch body)
      throws IOException {
    RefSnapshot.Entry made = branches.create(repository, body.name(), body.startPoint(), caller);
    try (OpenRepository open = repositories.open(repository.id())) {
      return BranchView.of(made, open.refs());
    }
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_WRITE) Repository repository,
      Caller caller,
      @RequestBody Deletion body)
      throws IOException {
    branches.delete(
        repository, body.name(), body.endPoint(), Boolean.TRUE.equals(body.dryRun()), caller);
  }
}
