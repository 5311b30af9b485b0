package org.packhouse.app.hosting.repository.setting;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;

/** Refusals about rules that a project enforces: a repository may tighten them, not loosen them. */
public final class EnforcedRule {

  private EnforcedRule() {}

  /**
   * Returns the refusal of a change that would loosen a rule, named as in the middle of a sentence.
   */
  public static RefusedException refusal(Project project, String rule) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The project %s enforces %s; a repository of it may be stricter, and not laxer."
            .formatted(project.key(), rule));
  }

  /** Refuses the scopes that have nothing to enforce a rule in: all but projects. */
  public static void requireProject(SettingScope scope) {
    if (!scope.isProject()) {
      throw new InvalidFieldException(
          "enforced", "A project enforces rules in its repositories; a repository has none.");
    }
  }
}
