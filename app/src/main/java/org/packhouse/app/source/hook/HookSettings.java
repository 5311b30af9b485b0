package org.packhouse.app.source.hook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.EnforcedRule;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.packhouse.hooks.builtin.InvalidSettingException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps which hooks are switched on where; asks no permission. A repository's own word counts, else
 * its project's; what the project enforces holds besides, and cannot be switched off. What holds is
 * remembered as branch permissions are: under the permission stamp, which each change raises.
 */
@Service
public class HookSettings {

  private static final int REMEMBERED = 10_000;

  private final HookRows rows;
  private final PermissionStamp stamp;
  private final ResourceHierarchy hierarchy;
  private final ApplicationEventPublisher events;
  private final Cache<Long, Remembered> known =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();

  HookSettings(
      HookRows rows,
      PermissionStamp stamp,
      ResourceHierarchy hierarchy,
      ApplicationEventPublisher events) {
    this.rows = rows;
    this.stamp = stamp;
    this.hierarchy = hierarchy;
    this.events = events;
  }

  private record Remembered(long stamp, Map<String, HookSetting> inForce) {}

  /** Those that somebody has said something of, by key, for a push or a merge. */
  public Map<String, HookSetting> inForce(long repositoryId) {
    long now = stamp.inUse();
    Remembered present = known.getIfPresent(repositoryId);
    if (present != null && present.stamp() == now) {
      return present.inForce();
    }
    ResourceHierarchy.Place place = hierarchy.placeOfRepository(repositoryId, now);
    Map<String, HookSetting> read =
        place == null ? Map.of() : merged(rows.list(repositoryId, place.projectId()));
    known.put(repositoryId, new Remembered(now, read));
    return read;
  }

  /** The same as of now, for a project or repository. */
  public Map<String, HookSetting> of(Resource resource) {
    Repository repository = resource.repository();
    return merged(rows.list(repository == null ? null : repository.id(), resource.project().id()));
  }

  /** A repository's come after its project's. */
  private static Map<String, HookSetting> merged(List<HookSetting> settings) {
    Map<String, HookSetting> merged = new LinkedHashMap<>();
    for (HookSetting each : settings) {
      HookSetting inherited = merged.get(each.hook());
      merged.put(each.hook(), inherited == null ? each : inherited.within(each));
    }
    return merged;
  }

  /**
   * Switches a hook on or off.
   *
   * @param settings null: as they were
   * @throws InvalidFieldException if a setting breaks a rule
   * @throws RefusedException if that would loosen what the project of the repository enforces
   */
  @Transactional
  public void set(
      Resource resource,
      BuiltInHook hook,
      boolean enabled,
      @Nullable Map<String, Object> settings) {
    HookSetting before = of(resource).get(hook.key());
    Map<String, Object> inherited = before == null ? null : before.settings();
    Map<String, Object> own =
        settings == null && before != null && before.scope().isOf(resource) ? inherited : settings;
    Map<String, Object> used = own != null ? own : inherited == null ? Map.of() : inherited;
    if (enabled || settings != null) {
      validate(hook, used);
    }
    if (resource.repository() != null) {
      refuseLoosening(resource, hook, enabled, settings);
    }
    boolean enforced =
        enabled && resource.repository() == null && before != null && before.enforced();
    stamp.raise();
    rows.put(new HookSetting(SettingScope.of(resource), hook.key(), enabled, own, enforced, null));
    tell(resource, hook, enabled ? "hook.enabled" : "hook.disabled");
  }

  private void refuseLoosening(
      Resource resource,
      BuiltInHook hook,
      boolean enabled,
      @Nullable Map<String, Object> settings) {
    HookSetting above = of(new Resource(resource.project(), null)).get(hook.key());
    if (above == null || !above.enforced()) {
      return;
    }
    Map<String, Object> required = above.settings() == null ? Map.of() : above.settings();
    if (!enabled || (settings != null && hook.isLoosenedBy(required, settings))) {
      throw EnforcedRule.refusal(
          resource.project(), "the hook %s".formatted(InvalidFieldException.quote(hook.name())));
    }
  }

  /**
   * Has a project enforce a hook in its repositories, or leave it to them.
   *
   * @throws RefusedException if the hook is off in the project
   */
  @Transactional
  public void enforce(Project project, BuiltInHook hook, boolean enforced) {
    Resource resource = new Resource(project, null);
    HookSetting before = of(resource).get(hook.key());
    if (enforced && (before == null || !before.enabled())) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The hook %s is off in the project %s; switch it on to enforce it."
              .formatted(InvalidFieldException.quote(hook.name()), project.key()));
    }
    if (before == null || before.enforced() == enforced) {
      return;
    }
    stamp.raise();
    rows.put(
        new HookSetting(
            SettingScope.of(resource),
            hook.key(),
            before.enabled(),
            before.settings(),
            enforced,
            null));
    tell(resource, hook, enforced ? "hook.enforced" : "hook.left-to-repositories");
  }

  private static void validate(BuiltInHook hook, Map<String, Object> settings) {
    try {
      hook.validate(settings);
    } catch (InvalidSettingException e) {
      InvalidFieldException invalid =
          new InvalidFieldException(e.setting(), String.valueOf(e.getMessage()));
      invalid.initCause(e);
      throw invalid;
    }
  }

  /** Forgets what was said of a hook: what holds above holds. */
  @Transactional
  public void reset(Resource resource, BuiltInHook hook) {
    stamp.raise();
    rows.delete(SettingScope.of(resource), hook.key());
    tell(resource, hook, "hook.reset");
  }

  private void tell(Resource resource, BuiltInHook hook, String action) {
    events.publishEvent(new AuditableChange(action, resource.path(), Map.of("hook", hook.key())));
  }
}
