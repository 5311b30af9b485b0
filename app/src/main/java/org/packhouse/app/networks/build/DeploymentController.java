package org.packhouse.app.networks.build;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryView;
import org.packhouse.app.hosting.repository.RepositoryViews;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.platform.rest.RestPaths;
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

  private static final int MAX_DEPLOYMENTS = 1_000;
  private static final int SHORT_ID = 11;

  private final DeploymentRows rows;
  private final ReportedCommits commits;
  private final RepositoryViews repositories;
  private final Clock clock;

  DeploymentController(
      DeploymentRows rows, ReportedCommits commits, RepositoryViews repositories, Clock clock) {
    this.rows = rows;
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

  /**
   * A deployment.
   *
   * @param fromCommit what was deployed there before; null: nothing that is known of
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Value.Builder
  record DeploymentView(
      long deploymentSequenceNumber,
      String key,
      String displayName,
      @Nullable String description,
      EnvironmentView environment,
      @Nullable DeployedCommit fromCommit,
      DeployedCommit toCommit,
      Instant lastUpdated,
      RepositoryView repository,
      Deployment.State state,
      String url) {}

  @PostMapping
  DeploymentView report(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      @RequestBody DeploymentBody body)
      throws IOException {
    String commit = ReportFields.commit(commitId);
    Deployment deployment = body.of(repository.id(), commit, clock.instant());
    commits.require(repository, commitId);
    if (!rows.put(deployment, MAX_DEPLOYMENTS)) {
      throw new RestException(
          HttpStatus.CONFLICT.value(),
          ExceptionName.INTEGRITY,
          "The commit %s has %d deployments, which is the limit."
              .formatted(commit, MAX_DEPLOYMENTS));
    }
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
    return rows.find(repository.id(), ReportFields.commit(commitId), id)
        .map(found -> view(repository, found))
        .orElseThrow(() ->
            new RestException(
                HttpStatus.NOT_FOUND.value(),
                ExceptionName.NO_SUCH_ENTITY,
                "The commit %s of %s has no such deployment."
                    .formatted(commitId, repository.path())));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_ADMIN) Repository repository,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable Long deploymentSequenceNumber,
      @RequestParam(required = false) @Nullable String key,
      @RequestParam(required = false) @Nullable String environmentKey) {
    rows.delete(
        repository.id(),
        ReportFields.commit(commitId),
        DeploymentBody.id(deploymentSequenceNumber, key, "environmentKey", environmentKey));
  }

  private DeploymentView view(Repository repository, Deployment deployment) {
    Deployment.Details details = deployment.details();
    return new DeploymentViewBuilder()
        .deploymentSequenceNumber(deployment.id().sequenceNumber())
        .key(deployment.id().key())
        .displayName(details.displayName())
        .description(details.description())
        .environment(
            new EnvironmentView(
                deployment.id().environment(),
                details.environmentName(),
                details.environmentType(),
                details.environmentUrl()))
        .fromCommit(rows.commitBefore(deployment).map(DeployedCommit::of).orElse(null))
        .toCommit(DeployedCommit.of(deployment.commit()))
        .lastUpdated(deployment.updatedAt())
        .repository(repositories.of(repository))
        .state(deployment.state())
        .url(details.url())
        .build();
  }
}
