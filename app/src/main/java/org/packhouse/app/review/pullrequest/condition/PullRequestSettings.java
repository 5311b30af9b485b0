package org.packhouse.app.review.pullrequest.condition;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Effective;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps pull request settings of the server, projects and repositories; checks no permission. */
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
   * A way of merging as typed, with strategies by id; a null {@code usual} is no-ff, or else the
   * first, and a blank title or body the usual one.
   */
  public record MergingChoice(
      List<String> strategies,
      @Nullable String usual,
      int commitSummaries,
      @Nullable String title,
      @Nullable String body) {

    /** Returns the choice, or refuses all that breaks a rule by the dialect's field names. */
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
    return rows.of(resource);
  }

  public Merging ofServer() {
    return of(null).merging();
  }

  /** Sets the server's way of merging; null restores the built-in one. */
  @Transactional
  public void mergeOnServer(@Nullable MergingChoice choice) {
    changeServer(choice == null ? null : choice.merging());
  }

  /** Sets the way of merging of a project or repository; null inherits. */
  @Transactional
  public void merge(Resource resource, @Nullable MergingChoice choice) {
    change(resource, choice == null ? null : choice.merging());
  }

  /** Sets the merge checks that differ from those in force; the others keep their scope. */
  @Transactional
  public void check(Resource resource, Checks checks) {
    InvalidFieldException.checkAll(
        () -> Checks.requireCount("requiredApprovers", checks.approvers()),
        () -> Checks.requireCount("requiredSuccessfulBuilds", checks.builds()));
    conditions.set(resource, checks);
  }

  /** Sets the way of merging of a project or repository; null inherits. */
  @Transactional
  public void change(Resource resource, @Nullable Merging merging) {
    Checks checks = resource.repository() == null ? Checks.NONE : conditions.of(resource);
    rows.set(SettingScope.of(resource), new MergeRules(merging, checks));
    audit(resource.path());
  }

  /**
   * Changes the way of merging and the checks together. The function returns null to inherit; a
   * null function changes nothing.
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

  /** Sets the server's way of merging; null restores the built-in one. */
  @Transactional
  public void changeServer(@Nullable Merging merging) {
    rows.setServer(new MergeRules(merging, Checks.NONE));
    audit("server");
  }

  private void audit(String subject) {
    settings.audit("pull-request.settings-changed", subject, Map.of());
  }
}
