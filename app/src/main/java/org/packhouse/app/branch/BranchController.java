package org.packhouse.app.branch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.refs.RefSnapshot;
import org.packhouse.app.refs.Refs;
import org.packhouse.app.repository.HeadPointer;
import org.packhouse.app.repository.Repository;
import org.packhouse.app.repository.RepositoryAccess;
import org.packhouse.app.rest.ExceptionName;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.rest.Page;
import org.packhouse.app.rest.PageRequest;
import org.packhouse.app.rest.RestException;
import org.packhouse.app.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: branches of a repository, and the default one. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class BranchController {

  private final RepositoryAccess access;
  private final Refs refs;
  private final RefList list;
  private final Branches branches;
  private final HeadPointer head;
  private final CurrentCaller caller;

  BranchController(
      RepositoryAccess access,
      Refs refs,
      RefList list,
      Branches branches,
      HeadPointer head,
      CurrentCaller caller) {
    this.access = access;
    this.refs = refs;
    this.list = list;
    this.branches = branches;
    this.head = head;
    this.caller = caller;
  }

  record NewBranch(@Nullable String name, @Nullable String startPoint, @Nullable String message) {}

  record DefaultBranch(@Nullable String id) {}

  record MinimalRef(String id, String displayId, String type) {}

  @GetMapping("/branches")
  Page<BranchView> list(
      @PathVariable String projectKey,
      @PathVariable String slug,
      @RequestParam(required = false) @Nullable String filterText,
      @RequestParam(required = false) @Nullable String orderBy,
      PageRequest page)
      throws IOException {
    RefList.Order order = RefList.Order.parse(orderBy);
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    RefSnapshot snapshot = refs.snapshot(repository.id());
    return Page.ofAll(
            page, list.find(repository.id(), snapshot, BranchView.HEADS, filterText, order))
        .map(ref -> BranchView.of(ref, snapshot));
  }

  @PostMapping("/branches")
  BranchView create(
      @PathVariable String projectKey, @PathVariable String slug, @RequestBody NewBranch body)
      throws IOException {
    Caller who = caller.get();
    Repository repository = access.require(who, projectKey, slug, Permission.REPO_WRITE);
    return branches.create(repository, body.name(), body.startPoint(), who);
  }

  @GetMapping("/branches/default")
  BranchView born(@PathVariable String projectKey, @PathVariable String slug) throws IOException {
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    RefSnapshot snapshot = refs.snapshot(repository.id());
    return snapshot
        .head()
        .map(ref -> BranchView.of(ref, snapshot))
        .orElseThrow(() ->
            new RestException(
                404,
                ExceptionName.NO_DEFAULT_BRANCH,
                "Repository %s has no default branch: %s has no commit."
                    .formatted(repository.path(), snapshot.headTarget())));
  }

  @GetMapping("/default-branch")
  MinimalRef bornOrNot(@PathVariable String projectKey, @PathVariable String slug)
      throws IOException {
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    String target = refs.snapshot(repository.id()).headTarget();
    return new MinimalRef(target, target.substring(BranchView.HEADS.length()), "BRANCH");
  }

  @PutMapping({"/branches/default", "/default-branch"})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setDefault(
      @PathVariable String projectKey, @PathVariable String slug, @RequestBody DefaultBranch body)
      throws IOException {
    Caller who = caller.get();
    Repository repository = access.require(who, projectKey, slug, Permission.REPO_ADMIN);
    if (body.id() == null || body.id().isEmpty()) {
      throw new InvalidFieldException("id", "The id of the new default branch is required.");
    }
    RefSnapshot snapshot = refs.snapshot(repository.id());
    boolean born = snapshot.refs().stream().anyMatch(r -> r.name().startsWith(BranchView.HEADS));
    if (born && snapshot.find(BranchView.fullName(body.id())).isEmpty()) {
      throw Branches.noSuchBranch(repository, body.id());
    }
    head.point(repository, body.id(), who);
  }
}
