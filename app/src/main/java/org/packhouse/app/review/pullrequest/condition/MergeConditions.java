package org.packhouse.app.review.pullrequest.condition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.source.hook.HookSetting;
import org.packhouse.app.source.hook.HookSettings;
import org.packhouse.hooks.builtin.MergeCondition;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps the merge checks, which are hooks of a project or repository; checks no permission. */
@Service
public class MergeConditions {

  private final HookSettings hooks;

  MergeConditions(HookSettings hooks) {
    this.hooks = hooks;
  }

  /** Returns the checks in force, as remembered under the permission stamp. */
  public Checks inForce(long repositoryId) {
    return checks(hooks.inForce(repositoryId));
  }

  /** Returns the checks in force, as stored now. */
  public Checks of(Resource resource) {
    return checks(hooks.of(resource));
  }

  /** Returns whether a repository has a setting of its own for one of the checks. */
  public boolean hasOwn(Repository repository) {
    Resource resource = new Resource(repository.project(), repository);
    Map<String, HookSetting> set = hooks.of(resource);
    return MergeCondition.ALL.stream()
        .map(condition -> set.get(condition.key()))
        .anyMatch(setting -> setting != null && setting.scope().isOf(resource));
  }

  /** Changes the checks that differ; the others keep their scope. */
  @Transactional
  void set(Resource resource, Checks wanted) {
    Checks before = of(resource);
    for (MergeCondition condition : MergeCondition.ALL) {
      int required = required(wanted, condition);
      if (required != required(before, condition)) {
        boolean counts = required > 0 && !condition.fields().isEmpty();
        hooks.set(
            resource, condition, required > 0, counts ? MergeCondition.requiring(required) : null);
      }
    }
  }

  /** Returns whether a project has checks and enforces all of them. */
  public boolean areEnforced(Project project) {
    List<HookSetting> on =
        hooks.of(new Resource(project, null)).values().stream()
            .filter(it -> it.enabled() && isCondition(it))
            .toList();
    return !on.isEmpty() && on.stream().allMatch(HookSetting::enforced);
  }

  /** Returns the checks that the project of a repository enforces; none for a project. */
  public Checks enforcedOn(Resource resource) {
    Map<String, HookSetting> enforced = new HashMap<>();
    if (resource.repository() != null) {
      hooks
          .of(new Resource(resource.project(), null))
          .forEach((key, setting) -> {
            if (setting.enforced()) {
              enforced.put(key, setting);
            }
          });
    }
    return checks(enforced);
  }

  private static boolean isCondition(HookSetting setting) {
    return MergeCondition.ALL.stream().anyMatch(it -> it.key().equals(setting.hook()));
  }

  /** Has a project enforce the checks that are on, or leave all to its repositories. */
  @Transactional
  public void enforce(Project project, boolean enforced) {
    Map<String, HookSetting> set = hooks.of(new Resource(project, null));
    for (MergeCondition condition : MergeCondition.ALL) {
      hooks.enforce(project, condition, enforced && isOn(set, condition));
    }
  }

  /** Removes a repository's own settings, so that its project's hold. */
  @Transactional
  public void inherit(Repository repository) {
    Resource resource = new Resource(repository.project(), repository);
    Map<String, HookSetting> set = hooks.of(resource);
    for (MergeCondition condition : MergeCondition.ALL) {
      HookSetting setting = set.get(condition.key());
      if (setting != null && setting.scope().isOf(resource)) {
        hooks.reset(resource, condition);
      }
    }
  }

  /** Returns the required number, or 1 or 0 for a check that counts nothing. */
  private static int required(Checks checks, MergeCondition condition) {
    if (condition == MergeCondition.MINIMUM_APPROVALS) {
      return checks.approvers();
    }
    if (condition == MergeCondition.MINIMUM_SUCCESSFUL_BUILDS) {
      return checks.builds();
    }
    boolean on =
        (condition == MergeCondition.ALL_REVIEWERS_APPROVE && checks.allApprovers())
            || (condition == MergeCondition.ALL_TASKS_RESOLVED && checks.allTasks())
            || (condition == MergeCondition.NO_NEEDS_WORK && checks.noNeedsWork())
            || (condition == MergeCondition.APPROVALS_RESET && checks.unapproveOnUpdate());
    return on ? 1 : 0;
  }

  private static Checks checks(Map<String, HookSetting> set) {
    return new Checks(
        isOn(set, MergeCondition.ALL_REVIEWERS_APPROVE),
        isOn(set, MergeCondition.ALL_TASKS_RESOLVED),
        count(set, MergeCondition.MINIMUM_APPROVALS),
        count(set, MergeCondition.MINIMUM_SUCCESSFUL_BUILDS),
        isOn(set, MergeCondition.NO_NEEDS_WORK),
        isOn(set, MergeCondition.APPROVALS_RESET));
  }

  private static boolean isOn(Map<String, HookSetting> set, MergeCondition condition) {
    HookSetting setting = set.get(condition.key());
    return setting != null && setting.enabled();
  }

  private static int count(Map<String, HookSetting> set, MergeCondition condition) {
    HookSetting setting = set.get(condition.key());
    return setting == null || !setting.enabled()
        ? 0
        : setting.valuesInForce().stream().mapToInt(MergeCondition::count).max().orElse(0);
  }
}
