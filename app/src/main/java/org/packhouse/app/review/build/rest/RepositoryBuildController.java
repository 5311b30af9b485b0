package org.packhouse.app.review.build.rest;

import java.io.IOException;
import java.time.Clock;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.build.Authors;
import org.packhouse.app.review.build.Authors.Writer;
import org.packhouse.app.review.build.BuildStatus;
import org.packhouse.app.review.build.BuildStatus.Subject;
import org.packhouse.app.review.build.Builds;
import org.packhouse.app.review.build.ReportFields;
import org.packhouse.app.review.build.ReportedCommits;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: builds of the commits of a repository. */
@RestController
@RequestMapping(
    RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/commits/{commitId}/builds")
class RepositoryBuildController {

  private final Builds builds;
  private final Authors authors;
  private final ReportedCommits commits;
  private final Clock clock;

  RepositoryBuildController(Builds builds, Authors authors, ReportedCommits commits, Clock clock) {
    this.builds = builds;
    this.authors = authors;
    this.commits = commits;
    this.clock = clock;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void report(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @RequestBody BuildStatusBody body)
      throws IOException {
    Subject subject = new Subject(repository.id(), ReportFields.commit(commitId));
    Writer writer = authors.writer(caller, repository.id());
    BuildStatus build = body.of(subject, writer.author(), clock.instant());
    commits.require(repository, commitId);
    builds.report(repository, writer, build);
  }

  @GetMapping
  BuildStatusView get(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @RequestParam(defaultValue = "") String key) {
    String wanted = ReportFields.required("key", key, ReportFields.MAX_KEY);
    String commit = ReportFields.commit(commitId);
    return builds
        .ofRepository(repository.id(), commit, wanted)
        .map(BuildStatusView::of)
        .orElseThrow(() ->
            new NoSuchException(
                Thing.ENTITY,
                "The commit %s of %s has no build with the key %s."
                    .formatted(commit, repository.path(), InvalidFieldException.quote(wanted))));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @RequestParam(defaultValue = "") String key) {
    builds.delete(
        repository,
        authors.writer(caller, repository.id()),
        ReportFields.commit(commitId),
        ReportFields.required("key", key, ReportFields.MAX_KEY));
  }
}
