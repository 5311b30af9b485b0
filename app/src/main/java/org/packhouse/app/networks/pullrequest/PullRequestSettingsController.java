package org.packhouse.app.networks.pullrequest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.UserView;
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
  Settings ofRepository(@Requires(Permission.REPO_READ) Repository repository) {
    return Settings.DEFAULT;
  }

  @GetMapping(RestPaths.API + "/projects/{projectKey}/settings/pull-requests/{scmId}")
  ProjectSettings ofProject(
      @Requires(Permission.PROJECT_READ) Project project, @PathVariable String scmId) {
    if (!scmId.equals("git")) {
      throw new RestException(
          HttpStatus.NOT_FOUND.value(),
          ExceptionName.NO_SUCH_ENTITY,
          "The only kind of repository is git.");
    }
    return new ProjectSettings(MergeConfig.DEFAULT);
  }

  @GetMapping(REVIEWERS + REPOSITORY + "/reviewers")
  List<UserView> reviewers(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable Long sourceRepoId,
      @RequestParam(required = false) @Nullable Long targetRepoId) {
    return List.of();
  }

  @GetMapping(REVIEWERS + REPOSITORY + "/conditions")
  List<Object> conditionsOfRepository(@Requires(Permission.REPO_READ) Repository repository) {
    return List.of();
  }

  @GetMapping(REVIEWERS + "/projects/{projectKey}/conditions")
  List<Object> conditionsOfProject(@Requires(Permission.PROJECT_READ) Project project) {
    return List.of();
  }
}
