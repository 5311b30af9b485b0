package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.condition.MergeConditions;
import org.packhouse.app.review.pullrequest.condition.MergeRules;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.PullRequestSettings;
import org.packhouse.app.review.pullrequest.rest.MergeSettingsBody.ProjectBody;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** REST: pull request settings of projects and repositories. */
@RestController
class PullRequestSettingsController {

  private static final String REPOSITORY = "/projects/{projectKey}/repos/{repositorySlug}";

  private final MergeConditions conditions;
  private final PullRequestSettings settings;

  PullRequestSettingsController(MergeConditions conditions, PullRequestSettings settings) {
    this.conditions = conditions;
    this.settings = settings;
  }

  record StrategyView(String id, String name, String description, String flag, boolean enabled) {
    static StrategyView of(MergeStrategy strategy, Merging merging) {
      return new StrategyView(
          strategy.id(),
          strategy.displayName(),
          strategy.description(),
          strategy.flag(),
          merging.strategies().contains(strategy));
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record TemplateView(@Nullable String title, @Nullable String body) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record MergeConfig(
      StrategyView defaultStrategy,
      List<StrategyView> strategies,
      String type,
      int commitSummaries,
      @Nullable TemplateView commitMessageTemplate) {
    static MergeConfig of(MergeRules.Effective effective) {
      Merging merging = effective.merging();
      boolean template = merging.title() != null || merging.body() != null;
      return new MergeConfig(
          StrategyView.of(merging.usual(), merging),
          Arrays.stream(MergeStrategy.values())
              .map(strategy -> StrategyView.of(strategy, merging))
              .toList(),
          effective.level() == SettingScope.Level.GLOBAL ? "DEFAULT" : effective.level().name(),
          merging.commitSummaries(),
          template ? new TemplateView(merging.title(), merging.body()) : null);
    }
  }

  /** A required number, as later clients read it. */
  record CountView(boolean enable, int count) {
    static CountView of(int count) {
      return new CountView(count > 0, count);
    }
  }

  @JsonInclude(JsonInclude.Include.ALWAYS)
  record Settings(
      MergeConfig mergeConfig, @JsonUnwrapped Counts counts, @JsonUnwrapped ChecksView checks) {

    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Counts(
        @JsonProperty(MergeSettingsBody.APPROVERS) CountView approvers,
        @JsonProperty(MergeSettingsBody.BUILDS) CountView builds) {}

    @JsonInclude(JsonInclude.Include.ALWAYS)
    record ChecksView(
        boolean requiredAllApprovers,
        boolean requiredAllTasksComplete,
        int requiredApprovers,
        int requiredSuccessfulBuilds,
        boolean needsWork,
        boolean unapproveOnUpdate) {}

    static Settings of(MergeRules.Effective effective, MergeRules.Checks checks) {
      return new Settings(
          MergeConfig.of(effective),
          new Counts(CountView.of(checks.approvers()), CountView.of(checks.builds())),
          new ChecksView(
              checks.allApprovers(),
              checks.allTasks(),
              checks.approvers(),
              checks.builds(),
              checks.noNeedsWork(),
              checks.unapproveOnUpdate()));
    }
  }

  /** A project's merge checks are hooks, not part of these settings. */
  record ProjectSettings(MergeConfig mergeConfig) {}

  @GetMapping(RestPaths.API + REPOSITORY + "/settings/pull-requests")
  Settings ofRepository(@Requires(Permission.REPO_READ) Repository repository) {
    return shown(repository);
  }

  private Settings shown(Repository repository) {
    Resource resource = new Resource(repository.project(), repository);
    return Settings.of(settings.of(resource), conditions.of(resource));
  }

  @PostMapping(RestPaths.API + REPOSITORY + "/settings/pull-requests")
  Settings set(
      @Requires(Permission.REPO_ADMIN) Repository repository, @RequestBody MergeSettingsBody body) {
    settings.change(
        new Resource(repository.project(), repository),
        body.mergeConfig() == null ? null : body.mergeConfig()::applyTo,
        body::applyTo);
    return shown(repository);
  }

  @GetMapping(RestPaths.API + "/projects/{projectKey}/settings/pull-requests/{scmId}")
  ProjectSettings ofProject(
      @Requires(Permission.PROJECT_READ) Project project, @PathVariable String scmId) {
    requireGit(scmId);
    return new ProjectSettings(MergeConfig.of(settings.of(new Resource(project, null))));
  }

  @PostMapping(RestPaths.API + "/projects/{projectKey}/settings/pull-requests/{scmId}")
  ProjectSettings set(
      @Requires(Permission.PROJECT_ADMIN) Project project,
      @PathVariable String scmId,
      @RequestBody ProjectBody body) {
    requireGit(scmId);
    Resource resource = new Resource(project, null);
    settings.change(resource, body.applyTo(settings.of(resource).merging()));
    return new ProjectSettings(MergeConfig.of(settings.of(new Resource(project, null))));
  }

  static void requireGit(String scmId) {
    if (!scmId.equals("git")) {
      throw new NoSuchException(Thing.ENTITY, "The only kind of repository is git.");
    }
  }
}
