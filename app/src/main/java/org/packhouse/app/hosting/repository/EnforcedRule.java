package org.packhouse.app.hosting.repository;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.RefusedException;

/** The rules of a project that its repositories may tighten but not loosen. */
public final class EnforcedRule {

  private EnforcedRule() {}

  /** Refuses a change that would loosen a rule, named as in the middle of a sentence. */
  public static RefusedException refusal(Project project, String rule) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The project %s enforces %s; a repository of it may be stricter, and not laxer."
            .formatted(project.key(), rule));
  }
}
