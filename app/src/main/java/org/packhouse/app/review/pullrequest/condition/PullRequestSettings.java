package org.packhouse.app.review.pullrequest.condition;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Effective;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps how pull requests of projects and repositories are merged; asks no permission. */
@Service
public class PullRequestSettings {

  private final MergeRuleRows rows;
  private final MergeConditions conditions;
  private final ScopedSettings settings;

  PullRequestSettings(MergeRuleRows rows, MergeConditions conditions, ScopedSettings settings) {
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
      return new MergingChange(
              usual,
              strategies.stream().map(id -> new MergingChange.Choice(id, true)).toList(),
              commitSummaries,
              new MergingChange.Template(title, body))
          .applyTo(Merging.USUAL);
    }
  }

  /**
   * Returns the way of merging that holds for a project or repository, or the server's for null.
   */
  public Effective of(@Nullable Resource resource) {
    if (resource == null) {
      return rows.ofServer();
    }
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
    changeServer(choice == null ? null : choice.merging());
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
        () -> Checks.requireCount("requiredApprovers", checks.approvers()),
        () -> Checks.requireCount("requiredSuccessfulBuilds", checks.builds()));
    conditions.set(resource, checks);
  }

  /**
   * Sets the way of merging of a project or repository.
   *
   * @param merging null: the one above holds
   */
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

  /**
   * Changes the way of merging and the conditions of a repository together.
   *
   * @param merging makes the way of merging from the one that holds, or null for the one above; a
   *     null function changes nothing
   * @param checks makes the conditions from those that hold
   */
  @Transactional
  public void change(
      Resource resource,
      @Nullable Function<Merging, @Nullable Merging> merging,
      UnaryOperator<Checks> checks) {
    if (merging != null) {
      change(resource, merging.apply(of(resource).merging()));
    }
    conditions.set(resource, checks.apply(conditions.of(resource)));
  }

  /**
   * Sets the way of merging of the server.
   *
   * @param merging null: the built-in one holds
   */
  @Transactional
  public void changeServer(@Nullable Merging merging) {
    rows.setServer(new MergeRules(merging, Checks.NONE));
    audit("server");
  }

  private void audit(String subject) {
    settings.audit("pull-request.settings-changed", subject, Map.of());
  }
}
