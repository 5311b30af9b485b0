package org.packhouse.app.review.build.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.build.Authors;
import org.packhouse.app.review.build.Authors.Writer;
import org.packhouse.app.review.build.Deployment;
import org.packhouse.app.review.build.Deployments;
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

/** REST: deployments of the commits of a repository. */
@RestController
@RequestMapping(
    RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/commits/{commitId}/deployments")
class DeploymentController {

  private static final int SHORT_ID = 11;

  private final Deployments deployments;
  private final Authors authors;
  private final ReportedCommits commits;
  private final RepositoryViews repositories;
  private final Clock clock;

  DeploymentController(
      Deployments deployments,
      Authors authors,
      ReportedCommits commits,
      RepositoryViews repositories,
      Clock clock) {
    this.deployments = deployments;
    this.authors = authors;
    this.commits = commits;
    this.repositories = repositories;
    this.clock = clock;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record EnvironmentView(
      String key, String displayName, @Nullable String type, @Nullable String url) {}

  record DeployedCommit(String id, String displayId) {
    static DeployedCommit of(String commit) {
      return new DeployedCommit(commit, commit.substring(0, SHORT_ID));
    }
  }

  /** A deployment, and the commit that was deployed before it, if known. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DeploymentView(
      @JsonUnwrapped Name name,
      EnvironmentView environment,
      @JsonUnwrapped Commits commits,
      Instant lastUpdated,
      RepositoryView repository,
      Deployment.State state,
      String url) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Name(
        long deploymentSequenceNumber,
        String key,
        String displayName,
        @Nullable String description) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Commits(@Nullable DeployedCommit fromCommit, DeployedCommit toCommit) {}
  }

  @PostMapping
  DeploymentView report(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @RequestBody DeploymentBody body)
      throws IOException {
    Writer writer = authors.writer(caller, repository.id());
    Deployment deployment =
        body.of(repository.id(), ReportFields.commit(commitId), writer.author(), clock.instant());
    commits.require(repository, commitId);
    deployments.report(repository, writer, deployment);
    return view(repository, deployment);
  }

  @GetMapping
  DeploymentView get(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable Long deploymentSequenceNumber,
      @RequestParam(required = false) @Nullable String key,
      @RequestParam(required = false) @Nullable String environmentKey) {
    Deployment.Id id =
        DeploymentBody.id(deploymentSequenceNumber, key, "environmentKey", environmentKey);
    return deployments
        .find(repository.id(), ReportFields.commit(commitId), id)
        .map(found -> view(repository, found))
        .orElseThrow(() ->
            new NoSuchException(
                Thing.ENTITY,
                "The commit %s of %s has no such deployment."
                    .formatted(commitId, repository.path())));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable Long deploymentSequenceNumber,
      @RequestParam(required = false) @Nullable String key,
      @RequestParam(required = false) @Nullable String environmentKey) {
    deployments.delete(
        repository,
        authors.writer(caller, repository.id()),
        ReportFields.commit(commitId),
        DeploymentBody.id(deploymentSequenceNumber, key, "environmentKey", environmentKey));
  }

  private DeploymentView view(Repository repository, Deployment deployment) {
    Deployment.Details details = deployment.details();
    Deployment.Id id = deployment.id();
    return new DeploymentView(
        new DeploymentView.Name(
            id.sequenceNumber(), id.key(), details.displayName(), details.description()),
        new EnvironmentView(
            id.environment(),
            details.environmentName(),
            details.environmentType(),
            details.environmentUrl()),
        new DeploymentView.Commits(
            deployments.commitBefore(deployment).map(DeployedCommit::of).orElse(null),
            DeployedCommit.of(deployment.commit())),
        deployment.updatedAt(),
        repositories.of(repository),
        deployment.state(),
        details.url());
  }
}
