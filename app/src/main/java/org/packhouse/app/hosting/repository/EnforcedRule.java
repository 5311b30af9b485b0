package org.packhouse.app.hosting.repository;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.http.HttpStatus;

/** A rule that a project enforces: its repositories may be stricter, and not laxer. */
public final class EnforcedRule {

  private EnforcedRule() {}

  /**
   * The refusal of a change in a repository that would loosen such a rule.
   *
   * @param rule its name in the middle of a sentence
   */
  public static RestException refusal(Project project, String rule) {
    return new RestException(
        HttpStatus.CONFLICT.value(),
        ExceptionName.INTEGRITY,
        "The project %s enforces %s; a repository of it may be stricter, and not laxer."
            .formatted(project.key(), rule));
  }
}
