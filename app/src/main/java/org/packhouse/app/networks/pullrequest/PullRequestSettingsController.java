package org.packhouse.app.networks.pullrequest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.ProjectAccess;
import org.packhouse.app.hosting.repository.RepositoryAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.UserJson;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: how pull requests are reviewed and merged: as where nobody has set anything. */
@RestController
class PullRequestSettingsController {

  private static final int COMMIT_SUMMARIES = 20;
  private static final String REPOSITORY = "/projects/{projectKey}/repos/{repositorySlug}";
  private static final String REVIEWERS = "/rest/default-reviewers/{version:1\\.0|latest}";

  private final ProjectAccess projects;
  private final RepositoryAccess repositories;
  private final CurrentCaller caller;

  PullRequestSettingsController(
      ProjectAccess projects, RepositoryAccess repositories, CurrentCaller caller) {
    this.projects = projects;
    this.repositories = repositories;
    this.caller = caller;
  }

  record MergeConfig(
      MergeStrategy defaultStrategy,
      List<MergeStrategy> strategies,
      String type,
      int commitSummaries) {
    static final MergeConfig DEFAULT =
        new MergeConfig(
            MergeStrategy.NO_FF, List.of(MergeStrategy.values()), "DEFAULT", COMMIT_SUMMARIES);
  }

  @JsonInclude(JsonInclude.Include.ALWAYS)
  record Settings(
      MergeConfig mergeConfig,
      boolean requiredAllApprovers,
      boolean requiredAllTasksComplete,
      int requiredApprovers,
      int requiredSuccessfulBuilds,
      boolean needsWork,
      boolean unapproveOnUpdate) {
    static final Settings DEFAULT =
        new Settings(MergeConfig.DEFAULT, false, false, 0, 0, false, false);
  }

  /** The settings of a project are about merging alone. */
  record ProjectSettings(MergeConfig mergeConfig) {}

  @GetMapping(RestPaths.API + REPOSITORY + "/settings/pull-requests")
  Settings ofRepository(@PathVariable String projectKey, @PathVariable String repositorySlug) {
    requireRepository(projectKey, repositorySlug);
    return Settings.DEFAULT;
  }

  @GetMapping(RestPaths.API + "/projects/{projectKey}/settings/pull-requests/{scmId}")
  ProjectSettings ofProject(@PathVariable String projectKey, @PathVariable String scmId) {
    projects.require(caller.get(), projectKey, Permission.PROJECT_READ);
    if (!scmId.equals("git")) {
      throw new RestException(
          HttpStatus.NOT_FOUND.value(),
          ExceptionName.NO_SUCH_ENTITY,
          "The only kind of repository is git.");
    }
    return new ProjectSettings(MergeConfig.DEFAULT);
  }

  @GetMapping(REVIEWERS + REPOSITORY + "/reviewers")
  List<UserJson> reviewers(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable Long sourceRepoId,
      @RequestParam(required = false) @Nullable Long targetRepoId) {
    requireRepository(projectKey, repositorySlug);
    return List.of();
  }

  @GetMapping(REVIEWERS + REPOSITORY + "/conditions")
  List<Object> conditionsOfRepository(
      @PathVariable String projectKey, @PathVariable String repositorySlug) {
    requireRepository(projectKey, repositorySlug);
    return List.of();
  }

  @GetMapping(REVIEWERS + "/projects/{projectKey}/conditions")
  List<Object> conditionsOfProject(@PathVariable String projectKey) {
    projects.require(caller.get(), projectKey, Permission.PROJECT_READ);
    return List.of();
  }

  private void requireRepository(String projectKey, String repositorySlug) {
    repositories.require(caller.get(), projectKey, repositorySlug, Permission.REPO_READ);
  }
}
