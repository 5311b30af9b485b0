package org.packhouse.app.source.branch.rest;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.Branches;
import org.packhouse.app.source.branch.DetailedRef;
import org.packhouse.app.source.branch.RefDetails;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.branch.RefLists;
import org.packhouse.app.source.branch.StartPoints;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: branches of a repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/branches")
class BranchController {

  private final CommitViews commits;
  private final RefDetails details;
  private final OpenRepositories repositories;
  private final RefLists lists;
  private final StartPoints startPoints;
  private final Branches branches;

  BranchController(
      CommitViews commits,
      RefDetails details,
      OpenRepositories repositories,
      RefLists lists,
      StartPoints startPoints,
      Branches branches) {
    this.commits = commits;
    this.details = details;
    this.repositories = repositories;
    this.lists = lists;
    this.startPoints = startPoints;
    this.branches = branches;
  }

  /** The body of new branches; the dialect has the same for tags, hence the message. */
  record NewBranch(@Nullable String name, @Nullable String startPoint, @Nullable String message) {}

  /** Query parameters; without a base branches are compared with the default branch. */
  record Parameters(
      @Nullable String filterText,
      @Nullable String orderBy,
      @Nullable Boolean boostMatches,
      @Nullable Boolean details,
      @Nullable String base) {

    RefLists.Query query() {
      return new RefLists.Query(
          RefKind.BRANCH,
          filterText,
          RefLists.Order.parse(orderBy),
          Boolean.TRUE.equals(boostMatches));
    }
  }

  @GetMapping
  Page<BranchView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      @ModelAttribute Parameters parameters,
      PageRequest page)
      throws IOException {
    RefLists.Query query = parameters.query();
    try (OpenRepository open = repositories.open(repository.id())) {
      RefSnapshot refs = open.refs();
      Revision base = startPoints.base(repository, open, parameters.base());
      Page<RefSnapshot.Entry> found = Page.ofAll(page, lists.find(repository.id(), refs, query));
      return Boolean.TRUE.equals(parameters.details())
          ? found.with(views(open, found.values(), base))
          : found.map(ref -> BranchView.of(ref, refs));
    }
  }

  @PostMapping
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

  private List<BranchView> views(
      OpenRepository open, List<RefSnapshot.Entry> found, @Nullable Revision base)
      throws IOException {
    List<DetailedRef> branches = details.of(open, RefKind.BRANCH, found, base);
    List<Commit> latest =
        branches.stream().map(DetailedRef::commit).filter(Objects::nonNull).toList();
    Map<String, CommitView> byId = new HashMap<>();
    commits.of(latest).forEach(view -> byId.put(view.id(), view));
    return branches.stream().map(branch -> BranchView.of(branch, open.refs(), byId)).toList();
  }
}
