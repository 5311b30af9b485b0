package org.packhouse.app.review.pullrequest.automatic;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.ForbiddenException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps whether pull requests may be merged by themselves; asks no permission. */
@Service
public class AutoMergeSwitches {

  private final AutoMergeSwitchRows rows;
  private final ApplicationEventPublisher events;

  AutoMergeSwitches(AutoMergeSwitchRows rows, ApplicationEventPublisher events) {
    this.rows = rows;
    this.events = events;
  }

  /** What holds for a repository. */
  public AutoMergeSwitch of(Repository repository) {
    return rows.of(repository);
  }

  /** What holds for a project. */
  public AutoMergeSwitch of(Project project) {
    return rows.of(project);
  }

  /**
   * Gives a repository a setting of its own.
   *
   * @throws RefusedException if its project decides for all of its repositories
   */
  @Transactional
  public void set(Repository repository, boolean enabled) {
    refuseRestricted(repository);
    rows.set(repository, enabled);
    audit(repository.path(), word(enabled));
  }

  /**
   * Has the project's setting hold from now on.
   *
   * @throws RefusedException if its project decides for all of its repositories
   */
  @Transactional
  public void inherit(Repository repository) {
    refuseRestricted(repository);
    rows.delete(repository);
    audit(repository.path(), "as the project's");
  }

  /**
   * Gives a project a setting of its own.
   *
   * @param restricted whether it holds whatever repositories say; null: as before
   */
  @Transactional
  public void set(Project project, boolean enabled, @Nullable Boolean restricted) {
    rows.set(project, enabled, restricted);
    audit(project.key(), word(enabled));
  }

  /** Takes the project's setting back, and lets its repositories decide. */
  @Transactional
  public void inherit(Project project) {
    rows.delete(project);
    audit(project.key(), "as the server's");
  }

  private void refuseRestricted(Repository repository) {
    if (rows.of(repository).restricted()) {
      throw new ForbiddenException(
          "The project %s decides on auto-merge for all of its repositories, so %s has no setting of its own."
              .formatted(repository.project().key(), repository.path()));
    }
  }

  private static String word(boolean enabled) {
    return enabled ? "on" : "off";
  }

  private void audit(String subject, String setting) {
    events.publishEvent(
        new AuditableChange(
            "pull-request.settings-changed", subject, Map.of("auto-merge", setting)));
  }
}
