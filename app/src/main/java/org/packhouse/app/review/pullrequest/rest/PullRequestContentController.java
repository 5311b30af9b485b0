package org.packhouse.app.review.pullrequest.rest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestAddress;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges.DiffSelection;
import org.packhouse.app.review.pullrequest.rest.PullRequestCommentsInDiff.ShownDiff;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.DiffStats;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.changes.rest.ChangeListView;
import org.packhouse.app.source.changes.rest.ChangeView;
import org.packhouse.app.source.changes.rest.DiffParameters;
import org.packhouse.app.source.changes.rest.DiffResponses;
import org.packhouse.app.source.changes.rest.DiffResponses.Query;
import org.packhouse.app.source.changes.rest.DiffView;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.Change;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.NativeWebRequest;

/** REST: the changes and diff of a pull request, by default since the merge base. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests")
class PullRequestContentController {

  private final OpenRepositories repositories;
  private final ChangeList changes;
  private final DiffResponses diffs;
  private final ServerAddress address;
  private final PullRequestRanges ranges;
  private final PullRequestCommentsInDiff comments;

  PullRequestContentController(
      OpenRepositories repositories,
      ChangeList changes,
      DiffResponses diffs,
      ServerAddress address,
      PullRequestRanges ranges,
      PullRequestCommentsInDiff comments) {
    this.repositories = repositories;
    this.changes = changes;
    this.diffs = diffs;
    this.address = address;
    this.ranges = ranges;
    this.comments = comments;
  }

  /** A {@link DiffSelection}, with comments unless they are turned off. */
  record CommentedSelection(
      @Nullable String sinceId,
      @Nullable String untilId,
      @Nullable String diffType,
      @Nullable String changeScope,
      @Nullable Boolean withComments) {

    private DiffSelection selection() {
      return new DiffSelection(sinceId, untilId, diffType, changeScope);
    }
  }

  @GetMapping("/{pullRequestId}/changes")
  ChangeListView changes(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      DiffSelection selection,
      @RequestParam(defaultValue = "true") boolean withComments,
      PageRequest page,
      PullRequest pullRequest)
      throws IOException {
    try (OpenRepository open = repositories.open(repository.id())) {
      CommitRange range = ranges.selected(open, repository, pullRequest, selection, caller);
      String url =
          PullRequestAddress.of(
                  address.baseUrl(),
                  repository.project().key(),
                  repository.slug(),
                  pullRequest.number())
              + "/diff";
      Page<Change> found = Page.ofAll(page, changes.read(open, range, PathChoice.ALL));
      Map<TreePath, Integer> counts =
          withComments
              ? comments.count(
                  new ShownDiff(open, repository, pullRequest, range),
                  found.values().stream().map(Change::path).collect(Collectors.toSet()),
                  caller)
              : Map.of();
      return new ChangeListView(
          range.since(),
          range.until(),
          found.map(change -> ChangeView.of(change, url, counts.get(change.path()))));
    }
  }

  @GetMapping("/{pullRequestId}/diff/{*path}")
  @Nullable DiffView diff(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      CommentedSelection how,
      TreePath path,
      DiffParameters parameters,
      NativeWebRequest web,
      PullRequest pullRequest)
      throws IOException {
    try (OpenRepository open = repositories.open(repository.id())) {
      CommitRange range = ranges.selected(open, repository, pullRequest, how.selection(), caller);
      ShownDiff shown = new ShownDiff(open, repository, pullRequest, range);
      Query request =
          Boolean.FALSE.equals(how.withComments())
              ? new Query(range, path, parameters)
              : new Query(range, path, parameters, () -> comments.in(shown, path, caller));
      return diffs.respond(open, request, web);
    }
  }

  @GetMapping("/{pullRequestId}/diff-stats-summary/{*path}")
  DiffStats count(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      DiffSelection selection,
      TreePath path,
      DiffParameters parameters,
      PullRequest pullRequest)
      throws IOException {
    try (OpenRepository open = repositories.open(repository.id())) {
      CommitRange range = ranges.selected(open, repository, pullRequest, selection, caller);
      return diffs.count(open, new Query(range, path, parameters));
    }
  }

  @GetMapping("/{pullRequestId}.diff")
  void rawDiff(
      @Requires(Permission.REPO_READ) Repository repository,
      DiffParameters parameters,
      HttpServletResponse response,
      PullRequest pullRequest)
      throws IOException {
    try (OpenRepository open = repositories.open(repository.id())) {
      CommitRange range = ranges.effective(open, pullRequest);
      diffs.write(open, new Query(range, TreePath.ROOT, parameters), response);
    }
  }
}
