package org.packhouse.app.source.issue;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingLookup;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps the issue trackers of the server, projects and repositories, of which the nearest holds;
 * checks no permission. A null resource is the server.
 */
@Service
public class IssueTrackers {

  private final IssueTrackerRows rows;
  private final ScopedSettings settings;
  private final SettingLookup<IssueTrackerSetting> lookup;

  IssueTrackers(IssueTrackerRows rows, ScopedSettings settings) {
    this.rows = rows;
    this.settings = settings;
    lookup = settings.lookup("issue-trackers", IssueTrackerSetting.NONE, rows::nearest);
  }

  /** Returns a repository's tracker under the permission stamp {@code now}; null links no keys. */
  public @Nullable IssueTracker inForce(Repository repository, long now) {
    return lookup.remembered(repository.id(), now).tracker();
  }

  /** Returns the setting that holds for the server, a project or a repository, as stored now. */
  public IssueTrackerSetting of(@Nullable Resource resource) {
    return resource == null ? rows.nearest(null, null) : lookup.of(resource);
  }

  /** Sets the tracker; null switches links off, whatever is set above. */
  @Transactional
  public void set(@Nullable Resource resource, @Nullable IssueTracker tracker) {
    settings.raiseStamp();
    rows.put(SettingScope.of(resource), tracker);
    tell(resource, "issue-tracker.changed", tracker == null ? "none" : tracker.url());
  }

  /** Removes the setting, so that the one above holds. */
  @Transactional
  public void reset(@Nullable Resource resource) {
    settings.raiseStamp();
    rows.delete(SettingScope.of(resource));
    tell(resource, "issue-tracker.reset", "as above");
  }

  private void tell(@Nullable Resource resource, String action, String url) {
    String subject = resource == null ? "issue-tracker" : resource.path();
    settings.audit(action, subject, Map.of("url", url));
  }
}
