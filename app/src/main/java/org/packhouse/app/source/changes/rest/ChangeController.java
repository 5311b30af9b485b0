package org.packhouse.app.source.changes.rest;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.changes.ChangeList;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.rest.CommitAccess;
import org.packhouse.app.source.commit.rest.CommitAccess.Reading;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: paths that differ between commits. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class ChangeController {

  private final CommitAccess access;
  private final Comparisons comparisons;
  private final ChangeList changes;
  private final ServerAddress address;
  private final DiffComments remarks;

  ChangeController(
      CommitAccess access,
      Comparisons comparisons,
      ChangeList changes,
      ServerAddress address,
      DiffComments remarks) {
    this.access = access;
    this.comparisons = comparisons;
    this.changes = changes;
    this.address = address;
    this.remarks = remarks;
  }

  @GetMapping("/commits/{commitId}/changes")
  ChangeListView ofCommit(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable String since,
      @RequestParam(defaultValue = "true") boolean withComments,
      PageRequest page)
      throws IOException {
    try (Reading reading = access.open(repository)) {
      CommitRange range = reading.range(since, commitId);
      return view(
          reading,
          range,
          withComments ? remarks.count(reading.repository(), range) : Map.of(),
          page);
    }
  }

  @GetMapping("/changes")
  ChangeListView between(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String since,
      @RequestParam(required = false) @Nullable String until,
      PageRequest page)
      throws IOException {
    try (Reading reading = access.open(repository)) {
      return view(reading, reading.range(since, until), Map.of(), page);
    }
  }

  @GetMapping("/compare/changes")
  ChangeListView compare(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      CompareParameters compared,
      PageRequest page)
      throws IOException {
    try (Comparison comparison = comparisons.open(caller, repository, compared)) {
      return view(comparison.reading(), comparison.range(), Map.of(), page);
    }
  }

  private ChangeListView view(
      Reading reading, CommitRange range, Map<TreePath, Integer> comments, PageRequest page)
      throws IOException {
    Repository repository = reading.repository();
    String url =
        "%s/projects/%s/repos/%s/commits/%s"
            .formatted(
                address.baseUrl(), repository.project().key(), repository.slug(), range.until());
    return new ChangeListView(
        range.since(),
        range.until(),
        Page.ofAll(page, changes.read(reading.open(), range, PathChoice.ALL))
            .map(change -> ChangeView.of(change, url, comments.get(change.path()))));
  }
}
