package org.packhouse.app.source.issue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.user.AuditableChange;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps to which issue trackers keys lead; asks no permission. A repository's own counts, else its
 * project's, else the server's. What holds for a repository is remembered as hooks are: under the
 * permission stamp, which requests read anyway and each change raises, so that a change counts at
 * once on every node, and changes follow one another. No resource means the server.
 */
@Service
public class IssueTrackers {

  private static final int REMEMBERED = 10_000;

  private final IssueTrackerRows rows;
  private final PermissionStamp stamp;
  private final ApplicationEventPublisher events;
  private final Cache<Long, Remembered> known =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();

  IssueTrackers(IssueTrackerRows rows, PermissionStamp stamp, ApplicationEventPublisher events) {
    this.rows = rows;
    this.stamp = stamp;
    this.events = events;
  }

  private record Remembered(long stamp, long projectId, @Nullable IssueTracker tracker) {}

  /**
   * The tracker to which keys in texts about a repository lead; null: they lead nowhere.
   *
   * @param now the permission stamp that the request goes by
   */
  public @Nullable IssueTracker inForce(Repository repository, long now) {
    long project = repository.project().id();
    Remembered present = known.getIfPresent(repository.id());
    if (present != null && present.stamp() == now && present.projectId() == project) {
      return present.tracker();
    }
    IssueTracker read = rows.nearest(repository.id(), project).tracker();
    known.put(repository.id(), new Remembered(now, project, read));
    return read;
  }

  /** What holds there, as of now. */
  public IssueTrackerSetting of(@Nullable Resource resource) {
    return rows.nearest(
        SettingScope.of(resource).repositoryId(),
        resource == null ? null : resource.project().id());
  }

  /**
   * Sets what holds there.
   *
   * @param tracker null: keys lead nowhere, whatever was set above
   */
  @Transactional
  public void set(@Nullable Resource resource, @Nullable IssueTracker tracker) {
    stamp.raise();
    rows.put(SettingScope.of(resource), tracker);
    tell(resource, "issue-tracker.changed", tracker == null ? "none" : tracker.url());
  }

  /** Forgets what was set there: what holds above holds. */
  @Transactional
  public void reset(@Nullable Resource resource) {
    stamp.raise();
    rows.delete(SettingScope.of(resource));
    tell(resource, "issue-tracker.reset", "as above");
  }

  private void tell(@Nullable Resource resource, String action, String url) {
    String subject = resource == null ? "issue-tracker" : resource.path();
    events.publishEvent(new AuditableChange(action, subject, Map.of("url", url)));
  }
}
