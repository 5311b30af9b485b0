package org.packhouse.app.review.pullrequest.automatic;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.ForbiddenException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps auto-merge switches; checks no permission. */
@Service
public class AutoMergeSwitches {

  private final AutoMergeSwitchRows rows;
  private final ScopedSettings settings;

  AutoMergeSwitches(AutoMergeSwitchRows rows, ScopedSettings settings) {
    this.rows = rows;
    this.settings = settings;
  }

  public AutoMergeSwitch of(Resource resource) {
    return rows.of(resource);
  }

  /** Sets a repository's switch, unless its project restricts it. */
  @Transactional
  public void set(Repository repository, boolean enabled) {
    refuseRestricted(repository);
    rows.set(repository, enabled);
    audit(repository.path(), word(enabled));
  }

  /**
   * Removes a project's or repository's own switch, so that the outer one applies; refuses with
   * {@link ForbiddenException} if the project restricts its repositories' switches.
   */
  @Transactional
  public void inherit(Resource resource) {
    Repository repository = resource.repository();
    if (repository != null) {
      refuseRestricted(repository);
    }
    rows.delete(SettingScope.of(resource));
    audit(resource.path(), repository == null ? "as the server's" : "as the project's");
  }

  /** Sets a project's switch; a null {@code restricted} stays as it is. */
  @Transactional
  public void set(Project project, boolean enabled, @Nullable Boolean restricted) {
    rows.set(project, enabled, restricted);
    audit(project.key(), word(enabled));
  }

  private void refuseRestricted(Repository repository) {
    if (rows.of(new Resource(repository.project(), repository)).restricted()) {
      throw new ForbiddenException(
          "The project %s decides on auto-merge for all of its repositories, so %s has no setting of its own."
              .formatted(repository.project().key(), repository.path()));
    }
  }

  private static String word(boolean enabled) {
    return enabled ? "on" : "off";
  }

  private void audit(String subject, String setting) {
    settings.audit("pull-request.settings-changed", subject, Map.of("auto-merge", setting));
  }
}
