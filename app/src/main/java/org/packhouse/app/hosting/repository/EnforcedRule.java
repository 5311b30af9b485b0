package org.packhouse.app.hosting.repository;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.RefusedException;

/** A rule that a project enforces: its repositories may be stricter, and not laxer. */
public final class EnforcedRule {

  private EnforcedRule() {}

  /**
   * The refusal of a change in a repository that would loosen such a rule.
   *
   * @param rule its name in the middle of a sentence
   */
  public static RefusedException refusal(Project project, String rule) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The project %s enforces %s; a repository of it may be stricter, and not laxer."
            .formatted(project.key(), rule));
  }
}
