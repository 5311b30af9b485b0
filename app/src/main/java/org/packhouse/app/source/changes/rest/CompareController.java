package org.packhouse.app.source.changes.rest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.changes.DiffStats;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitPage;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.NativeWebRequest;

/** REST: commits and changes of one branch, tag or commit that another one lacks. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/compare")
class CompareController {

  private final Comparisons comparisons;
  private final CommitLog log;
  private final CommitViews views;
  private final DiffResponses responses;

  CompareController(
      Comparisons comparisons, CommitLog log, CommitViews views, DiffResponses responses) {
    this.comparisons = comparisons;
    this.log = log;
    this.views = views;
    this.responses = responses;
  }

  @GetMapping("/commits")
  Page<CommitView> commits(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      CompareParameters compared,
      PageRequest page)
      throws IOException {
    CommitPage commits;
    try (Comparison comparison = comparisons.open(caller, repository, compared)) {
      LogQuery query = LogQuery.between(comparison.to(), comparison.from());
      commits = log.page(comparison.reading().open(), query, page.start(), page.limit());
    }
    List<CommitView> values = views.of(commits.commits());
    return commits.toPage(page, values);
  }

  @GetMapping("/diff/{*path}")
  @Nullable DiffView diff(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      CompareParameters compared,
      TreePath path,
      DiffParameters parameters,
      NativeWebRequest web)
      throws IOException {
    try (Comparison comparison = comparisons.open(caller, repository, compared)) {
      DiffResponses.Query query = new DiffResponses.Query(comparison.range(), path, parameters);
      return responses.respond(comparison.reading().open(), query, web);
    }
  }

  @GetMapping("/diff-stats-summary/{*path}")
  DiffStats count(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      CompareParameters compared,
      TreePath path,
      DiffParameters parameters)
      throws IOException {
    try (Comparison comparison = comparisons.open(caller, repository, compared)) {
      return responses.count(
          comparison.reading().open(),
          new DiffResponses.Query(comparison.range(), path, parameters));
    }
  }
}
