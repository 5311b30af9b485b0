package org.packhouse.hooks.builtin;

import java.util.List;
import java.util.Map;

/** A merge check that the server itself implements. */
public final class MergeCondition extends BuiltInHook {

  /** The highest required count. */
  public static final int MAX_REQUIRED = 10;

  public static final MergeCondition MINIMUM_APPROVALS =
      new MergeCondition(
          BUNDLED + "requiredApproversMergeHook",
          "Minimum approvals",
          "Requires a number of approvals before a pull request is merged.",
          "Number of approvals");

  public static final MergeCondition ALL_REVIEWERS_APPROVE =
      new MergeCondition(
          BUNDLED + "all-approvers-merge-check",
          "All reviewers approve",
          "Requires every reviewer to approve a pull request before it is merged.",
          "");

  public static final MergeCondition NO_NEEDS_WORK =
      new MergeCondition(
          BUNDLED + "needs-work-merge-check",
          "No reviewer thinks that it needs work",
          "Prevents merges of pull requests that a reviewer finds to need work.",
          "");

  public static final MergeCondition ALL_TASKS_RESOLVED =
      new MergeCondition(
          BUNDLED + "incomplete-tasks-merge-check",
          "All tasks are resolved",
          "Prevents merges of pull requests with tasks that are not resolved.",
          "");

  /** Requires successful builds, and none failed or running. */
  public static final MergeCondition MINIMUM_SUCCESSFUL_BUILDS =
      new MergeCondition(
          "com.atlassian.bitbucket.server.bitbucket-build:requiredBuildsMergeCheck",
          "Minimum successful builds",
          "Requires a number of successful builds of the latest commit, and none that has failed.",
          "Number of builds");

  /** Resets approvals when commits are pushed. */
  public static final MergeCondition APPROVALS_RESET =
      new MergeCondition(
          "org.packhouse.hooks:unapprove-on-update",
          "Remove approvals when commits are pushed",
          "Merging the target branch in without conflicts removes none.",
          "");

  public static final List<MergeCondition> ALL =
      List.of(
          MINIMUM_APPROVALS,
          ALL_REVIEWERS_APPROVE,
          NO_NEEDS_WORK,
          ALL_TASKS_RESOLVED,
          MINIMUM_SUCCESSFUL_BUILDS,
          APPROVALS_RESET);

  private static final String COUNT = "requiredCount";

  private final String counted;

  private MergeCondition(String key, String name, String description, String counted) {
    super(key, name, description);
    this.counted = counted;
  }

  public static Map<String, Object> requiring(int count) {
    return Map.of(COUNT, count);
  }

  /** Returns the required count, also from text; -1 if there is none. */
  public static int count(Map<String, Object> settings) {
    String count = String.valueOf(settings.get(COUNT));
    return count.matches("\\d{1,9}") ? Integer.parseInt(count) : -1;
  }

  @Override
  public Type type() {
    return Type.PRE_PULL_REQUEST_MERGE;
  }

  @Override
  public List<SettingField> fields() {
    return counted.isEmpty()
        ? List.of()
        : List.of(
            new SettingField(
                COUNT, counted, SettingField.Kind.NUMBER, "1 to %d.".formatted(MAX_REQUIRED)));
  }

  @Override
  public boolean isLoosenedBy(Map<String, Object> required, Map<String, Object> settings) {
    return !counted.isEmpty() && count(settings) < count(required);
  }

  @Override
  public void validate(Map<String, Object> settings) {
    int count = count(settings);
    if (!counted.isEmpty() && (count < 1 || count > MAX_REQUIRED)) {
      throw new InvalidSettingException(
          COUNT,
          "The setting %s is a number from 1 to %d, not %s."
              .formatted(COUNT, MAX_REQUIRED, settings.get(COUNT)));
    }
  }
}
