package org.packhouse.app.review.pullrequest.condition;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Effective;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergeSettingsBody.MergeConfigBody;
import org.packhouse.app.review.pullrequest.condition.MergeSettingsBody.StrategyBody;
import org.packhouse.app.review.pullrequest.condition.MergeSettingsBody.TemplateBody;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps how pull requests of projects and repositories are merged; asks no permission. */
@Service
public class PullRequestSettings {

  private final MergeRuleRows rows;
  private final MergeConditions conditions;
  private final ScopedSettings settings;

  PullRequestSettings(
      MergeRuleRows rows, MergeConditions conditions, ScopedSettings settings) {
    this.rows = rows;
    this.conditions = conditions;
    this.settings = settings;
  }

  /**
   * A way of merging as people choose it.
   *
   * @param strategies ids of those that may be chosen
   * @param usual id of the one that is chosen unless somebody chooses another; null: the first
   * @param commitSummaries commits that the message names at most
   * @param title of the message; blank: the usual one
   * @param body of the message, likewise
   */
  public record MergingChoice(
      List<String> strategies,
      @Nullable String usual,
      int commitSummaries,
      @Nullable String title,
      @Nullable String body) {

    /**
     * The way that is chosen.
     *
     * @throws InvalidFieldException about all that breaks a rule; fields are named as in the
     *     dialect
     */
    public Merging merging() {
      MergeConfigBody wanted =
          new MergeConfigBody(
              usual == null ? null : new StrategyBody(usual, true),
              strategies.stream().map(id -> new StrategyBody(id, true)).toList(),
              commitSummaries,
              new TemplateBody(title, body),
              null);
      Merging chosen = wanted.applyTo(Merging.USUAL);
      return chosen == null ? Merging.USUAL : chosen;
    }
  }

  /** The way of merging that holds. */
  public Effective of(Resource resource) {
    Repository repository = resource.repository();
    return repository == null ? rows.of(resource.project()) : rows.of(repository);
  }

  /** The way of merging that holds where neither repository nor project has its own. */
  public Merging ofServer() {
    return rows.ofServer().merging();
  }

  /**
   * Sets that way of merging.
   *
   * @param choice null: from now on the one holds that the server came with
   * @throws InvalidFieldException if the choice breaks a rule; its field is named as in the dialect
   */
  @Transactional
  public void mergeOnServer(@Nullable MergingChoice choice) {
    change(new MergeRules(choice == null ? null : choice.merging(), Checks.NONE));
  }

  /**
   * Gives a project or repository a way of merging of its own.
   *
   * @param choice null: from now on the project's holds, or the server's
   * @throws InvalidFieldException if the choice breaks a rule; its field is named as in the dialect
   */
  @Transactional
  public void merge(Resource resource, @Nullable MergingChoice choice) {
    change(resource, choice == null ? null : choice.merging());
  }

  /**
   * Sets the conditions of merges into a repository, or into those of a project that do not say
   * otherwise. Those that are as they were stay whose they are.
   *
   * @throws InvalidFieldException if a value is not allowed; its field is named as in the dialect
   */
  @Transactional
  public void check(Resource resource, Checks checks) {
    InvalidFieldException.checkAll(
        () -> MergeSettingsBody.requireCount("requiredApprovers", checks.approvers()),
        () -> MergeSettingsBody.requireCount("requiredSuccessfulBuilds", checks.builds()));
    conditions.set(resource, checks);
  }

  @Transactional
  public void change(Resource resource, @Nullable Merging merging) {
    Repository repository = resource.repository();
    if (repository == null) {
      rows.set(resource.project(), new MergeRules(merging, Checks.NONE));
    } else {
      rows.set(repository, new MergeRules(merging, conditions.of(resource)));
    }
    audit(resource.path());
  }

  @Transactional
  public void change(Repository repository, MergeSettingsBody body) {
    Resource resource = new Resource(repository.project(), repository);
    if (body.mergeConfig() != null) {
      change(resource, body.mergeConfig().applyTo(rows.of(repository).merging()));
    }
    conditions.set(resource, body.applyTo(conditions.of(resource)));
  }

  /** Sets how pull requests are merged where nothing else is said. */
  @Transactional
  public void change(MergeRules rules) {
    rows.setServer(rules);
    audit("server");
  }

  private void audit(String subject) {
    settings.audit("pull-request.settings-changed", subject, Map.of());
  }
}
