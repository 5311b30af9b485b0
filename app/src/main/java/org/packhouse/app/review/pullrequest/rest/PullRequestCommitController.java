package org.packhouse.app.review.pullrequest.rest;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.diff.PullRequestRanges;
import org.packhouse.app.source.changes.rest.PatchWriter;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitPage;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.rest.CommitListView;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the commits of a pull request as a list or as patches, and their merge base. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests")
class PullRequestCommitController {

  private final OpenRepositories repositories;
  private final PullRequestRanges ranges;
  private final CommitLog log;
  private final CommitViews views;
  private final PatchWriter patches;

  PullRequestCommitController(
      OpenRepositories repositories,
      PullRequestRanges ranges,
      CommitLog log,
      CommitViews views,
      PatchWriter patches) {
    this.repositories = repositories;
    this.ranges = ranges;
    this.log = log;
    this.views = views;
    this.patches = patches;
  }

  @GetMapping("/{pullRequestId}/commits")
  CommitListView list(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(defaultValue = "false") boolean withCounts,
      PageRequest page,
      PullRequest pullRequest)
      throws IOException {
    LogQuery query = LogQuery.between(pullRequest.to().commit(), pullRequest.from().commit());
    try (OpenRepository open = repositories.open(repository.id())) {
      CommitPage commits = log.page(open, query, page.start(), page.limit());
      return CommitListView.of(
          commits.toPage(page, views.of(commits.commits())),
          withCounts ? log.count(open, query) : null);
    }
  }

  /** Writes patches, the oldest first; merge commits have none and are left out. */
  @GetMapping("/{pullRequestId}.patch")
  void patch(
      @Requires(Permission.REPO_READ) Repository repository,
      HttpServletResponse response,
      PullRequest pullRequest)
      throws IOException {
    LogQuery query =
        new LogQuery(
            pullRequest.from().commit(),
            List.of(pullRequest.to().commit()),
            TreePath.ROOT,
            false,
            LogQuery.Merges.EXCLUDE);
    try (OpenRepository open = repositories.open(repository.id())) {
      patches.write(open, log.ids(open, query, Integer.MAX_VALUE).reversed(), response);
    }
  }

  @GetMapping("/{pullRequestId}/merge-base")
  ResponseEntity<CommitView> mergeBase(
      @Requires(Permission.REPO_READ) Repository repository, PullRequest pullRequest)
      throws IOException {
    try (OpenRepository open = repositories.open(repository.id())) {
      Optional<String> base =
          ranges.mergeBase(open, pullRequest.to().commit(), pullRequest.from().commit());
      if (base.isEmpty()) {
        return ResponseEntity.noContent().build();
      }
      Commit commit = log.read(open, base.get());
      return ResponseEntity.ok(views.of(commit));
    }
  }
}
