package org.packhouse.app.hosting.repository.setting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cache.StampedCache;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Gives features the lookup of their settings, and records changes of them. */
@Component
public class ScopedSettings {

  private static final int REMEMBERED = 10_000;

  private final PermissionStamp stamp;
  private final ResourceHierarchy hierarchy;
  private final ApplicationEventPublisher events;
  private final Caches caches;

  ScopedSettings(
      PermissionStamp stamp,
      ResourceHierarchy hierarchy,
      ApplicationEventPublisher events,
      Caches caches) {
    this.stamp = stamp;
    this.hierarchy = hierarchy;
    this.events = events;
    this.caches = caches;
  }

  /**
   * Makes the lookup of a feature's settings.
   *
   * @param name the cache's
   * @param none holds for an unknown repository
   */
  public <T> SettingLookup<T> lookup(String name, T none, SettingLookup.Reading<T> reading) {
    StampedCache<Long, T> known =
        caches.buildStamped(name, "Settings in force in repositories", REMEMBERED);
    return new SettingLookup<>(stamp, hierarchy, none, reading, known);
  }

  /**
   * Merges a project's settings, and then a repository's, by key; {@code override} takes the
   * project's setting and the repository's of one key.
   */
  public static <K, T> Map<K, T> merged(
      List<T> all, Function<T, K> key, BinaryOperator<T> override) {
    Map<K, T> merged = new LinkedHashMap<>();
    all.forEach(each -> merged.merge(key.apply(each), each, override));
    return merged;
  }

  /**
   * Voids what is remembered under the permission stamp. Its row stays locked until the caller's
   * transaction ends, so changes of settings that raise it first follow one another.
   */
  public void raiseStamp() {
    stamp.raise();
  }

  public void audit(String action, Resource resource, Map<String, String> details) {
    audit(action, resource.path(), details);
  }

  public void audit(String action, String subject, Map<String, String> details) {
    events.publishEvent(new AuditableChange(action, subject, details));
  }
}
