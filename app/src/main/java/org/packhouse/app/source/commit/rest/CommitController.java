package org.packhouse.app.source.commit.rest;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitPage;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.MergeBases;
import org.packhouse.app.source.commit.rest.CommitAccess.Reading;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: commits of a repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class CommitController {

  private final CommitAccess access;
  private final CommitLog log;
  private final MergeBases bases;
  private final CommitViews views;

  CommitController(CommitAccess access, CommitLog log, MergeBases bases, CommitViews views) {
    this.access = access;
    this.log = log;
    this.bases = bases;
    this.views = views;
  }

  @GetMapping("/commits")
  CommitListView list(
      @Requires(Permission.REPO_READ) Repository repository, CommitFilter filter, PageRequest page)
      throws IOException {
    LogQuery.Merges merges = filter.parsedMerges();
    TreePath path = filter.treePath();
    try (Reading reading = access.open(repository)) {
      Optional<LogQuery> query = query(reading, filter, path, merges);
      if (query.isEmpty()) {
        return CommitListView.of(Page.ofAll(page, List.of()), null);
      }
      CommitPage commits = log.page(reading.open(), query.get(), page.start(), page.limit());
      return CommitListView.of(
          commits.toPage(page, views.of(commits.commits())),
          Boolean.TRUE.equals(filter.withCounts()) ? log.count(reading.open(), query.get()) : null);
    }
  }

  @GetMapping("/commits/{commitId}")
  CommitView get(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable String path,
      @RequestParam(required = false) @Nullable String bytes)
      throws IOException {
    TreePath wanted = CommitFilter.treePath(path, bytes);
    Commit commit;
    try (Reading reading = access.open(repository)) {
      String id = reading.find(commitId);
      commit =
          wanted.isRoot()
              ? log.read(reading.open(), id)
              : log.page(reading.open(), id, wanted, 0, 1).commits().stream()
                  .findFirst()
                  .orElseThrow(() -> noPath(wanted, commitId));
    }
    return views.of(commit);
  }

  @GetMapping("/commits/{commitId}/merge-base")
  ResponseEntity<CommitView> mergeBase(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable String otherCommitId)
      throws IOException {
    Optional<Commit> base;
    try (Reading reading = access.open(repository)) {
      if (otherCommitId == null || otherCommitId.isEmpty()) {
        throw new InvalidFieldException("otherCommitId", "The other commit is required.");
      }
      base = bases.find(reading.open(), reading.find(commitId), reading.find(otherCommitId));
    }
    return base.map(commit -> ResponseEntity.ok(views.of(commit)))
        .orElseGet(() -> ResponseEntity.noContent().build());
  }

  private Optional<LogQuery> query(
      Reading reading, CommitFilter filter, TreePath path, LogQuery.Merges merges)
      throws IOException {
    boolean ignore = Boolean.TRUE.equals(filter.ignoreMissing());
    String until = find(reading, filter.until(), ignore);
    if (until == null) {
      return Optional.empty();
    }
    String since = filter.hasSince() ? find(reading, filter.since(), ignore) : null;
    return Optional.of(
        new LogQuery(
            until,
            since == null ? List.of() : List.of(since),
            path,
            Boolean.TRUE.equals(filter.followRenames()) && !path.isRoot(),
            merges));
  }

  private static @Nullable String find(Reading reading, @Nullable String at, boolean ignore)
      throws IOException {
    try {
      return reading.find(at);
    } catch (NoSuchException e) {
      if (ignore) {
        return null;
      }
      throw e;
    }
  }

  private static RefusedException noPath(TreePath path, String commit) {
    return new NoSuchException(
        Thing.PATH,
        "The path %s does not exist at revision %s."
            .formatted(
                InvalidFieldException.quote(path.display()), InvalidFieldException.quote(commit)));
  }
}
