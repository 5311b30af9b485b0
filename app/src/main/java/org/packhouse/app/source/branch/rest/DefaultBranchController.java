package org.packhouse.app.source.branch.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.DefaultBranches;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the default branch of a repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class DefaultBranchController {

  private final Refs refs;
  private final DefaultBranches branches;

  DefaultBranchController(Refs refs, DefaultBranches branches) {
    this.refs = refs;
    this.branches = branches;
  }

  record DefaultBranch(@Nullable String id) {}

  @GetMapping("/branches/default")
  BranchView born(@Requires(Permission.REPO_READ) Repository repository) throws IOException {
    RefSnapshot snapshot = refs.snapshot(repository.id());
    return snapshot
        .head()
        .map(ref -> BranchView.of(ref, snapshot))
        .orElseThrow(() ->
            new NoSuchException(
                Thing.DEFAULT_BRANCH,
                "Repository %s has no default branch: %s has no commit."
                    .formatted(repository.path(), snapshot.headTarget())));
  }

  @GetMapping("/default-branch")
  RefView bornOrNot(@Requires(Permission.REPO_READ) Repository repository) throws IOException {
    return RefView.branch(refs.snapshot(repository.id()).headTarget());
  }

  @PutMapping({"/branches/default", "/default-branch"})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setDefault(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      Caller caller,
      @RequestBody DefaultBranch body)
      throws IOException {
    if (body.id() == null || body.id().isEmpty()) {
      throw new InvalidFieldException("id", "The id of the new default branch is required.");
    }
    branches.choose(repository, body.id(), caller);
  }
}
