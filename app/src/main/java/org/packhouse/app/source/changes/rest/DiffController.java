package org.packhouse.app.source.changes.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.changes.DiffStats;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.rest.CommitAccess;
import org.packhouse.app.source.commit.rest.CommitAccess.Reading;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.NativeWebRequest;

/** REST: lines that differ between commits of a repository. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}")
class DiffController {

  private final CommitAccess access;
  private final DiffResponses responses;
  private final DiffComments remarks;

  DiffController(CommitAccess access, DiffResponses responses, DiffComments remarks) {
    this.access = access;
    this.responses = responses;
    this.remarks = remarks;
  }

  @GetMapping("/commits/{commitId}/diff/{*path}")
  @Nullable DiffView ofCommit(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      OfCommit how,
      TreePath path,
      DiffParameters parameters,
      NativeWebRequest web)
      throws IOException {
    try (Reading reading = access.open(repository)) {
      CommitRange range = reading.range(how.since(), commitId);
      DiffResponses.Query query =
          Boolean.FALSE.equals(how.withComments())
              ? new DiffResponses.Query(range, path, parameters)
              : new DiffResponses.Query(
                  range, path, parameters, () -> remarks.in(reading.repository(), range, path));
      return responses.respond(reading.open(), query, web);
    }
  }

  @GetMapping("/diff/{*path}")
  @Nullable DiffView between(
      @Requires(Permission.REPO_READ) Repository repository,
      Since since,
      TreePath path,
      DiffParameters parameters,
      NativeWebRequest web)
      throws IOException {
    try (Reading reading = access.open(repository)) {
      DiffResponses.Query query =
          new DiffResponses.Query(reading.range(since.since(), since.until()), path, parameters);
      return responses.respond(reading.open(), query, web);
    }
  }

  /** Parameters of a commit's diff, by default against its first parent and with comments. */
  record OfCommit(@Nullable String since, @Nullable Boolean withComments) {}

  record Since(@Nullable String since, @Nullable String until) {}

  @GetMapping("/commits/{commitId}/diff-stats-summary/{*path}")
  DiffStats count(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable String since,
      TreePath path,
      DiffParameters parameters)
      throws IOException {
    try (Reading reading = access.open(repository)) {
      return responses.count(
          reading.open(),
          new DiffResponses.Query(reading.range(since, commitId), path, parameters));
    }
  }
}
