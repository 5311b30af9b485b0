package org.packhouse.app.source.hook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.EnforcedRule;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingLookup;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.packhouse.hooks.builtin.InvalidSettingException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps hook settings; checks no permission. A repository's setting replaces its project's; one
 * that the project enforces holds besides, and cannot be switched off. Each change raises the
 * permission stamp.
 */
@Service
public class HookSettings {

  private static final JsonMapper JSON = JsonMappers.stored();
  private static final TypeReference<Map<String, Object>> SETTINGS = new TypeReference<>() {};

  private final JdbcClient sql;
  private final ScopedSettings settings;
  private final SettingLookup<Map<String, HookSetting>> lookup;

  HookSettings(JdbcClient sql, ScopedSettings settings) {
    this.sql = sql;
    this.settings = settings;
    lookup =
        settings.lookup(
            "hook-settings",
            Map.of(),
            (repository, project) ->
                ScopedSettings.merged(
                    list(repository, project), HookSetting::hook, HookSetting::within));
  }

  /** Returns the hook settings of a repository by key, as remembered under the permission stamp. */
  public Map<String, HookSetting> inForce(long repositoryId) {
    return lookup.remembered(repositoryId);
  }

  /** Returns the hook settings of a project or repository by key, as stored now. */
  public Map<String, HookSetting> of(Resource resource) {
    return lookup.of(resource);
  }

  /**
   * Enables or disables a hook; null values leave its settings as they are.
   *
   * @throws InvalidFieldException if a value breaks a rule of the hook
   * @throws RefusedException if that would loosen what the project enforces
   */
  @Transactional
  public void set(
      Resource resource, BuiltInHook hook, boolean enabled, @Nullable Map<String, Object> values) {
    HookSetting before = of(resource).get(hook.key());
    Map<String, Object> inherited = before == null ? null : before.settings();
    Map<String, Object> own =
        values == null && before != null && before.scope().isOf(resource) ? inherited : values;
    Map<String, Object> used = own != null ? own : inherited == null ? Map.of() : inherited;
    if (enabled || values != null) {
      validate(hook, used);
    }
    if (resource.repository() != null) {
      refuseLoosening(resource, hook, enabled, values);
    }
    boolean enforced =
        enabled && resource.repository() == null && before != null && before.enforced();
    settings.raiseStamp();
    put(new HookSetting(SettingScope.of(resource), hook.key(), enabled, own, enforced, null));
    tell(resource, hook, enabled ? "hook.enabled" : "hook.disabled");
  }

  private void refuseLoosening(
      Resource resource, BuiltInHook hook, boolean enabled, @Nullable Map<String, Object> values) {
    HookSetting above = of(new Resource(resource.project(), null)).get(hook.key());
    if (above == null || !above.enforced()) {
      return;
    }
    Map<String, Object> required = above.settings() == null ? Map.of() : above.settings();
    if (!enabled || (values != null && hook.isLoosenedBy(required, values))) {
      throw EnforcedRule.refusal(
          resource.project(), "the hook %s".formatted(InvalidFieldException.quote(hook.name())));
    }
  }

  /** Enforces a hook in a project's repositories, which must be enabled there, or stops to. */
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
    settings.raiseStamp();
    put(
        new HookSetting(
            SettingScope.of(resource),
            hook.key(),
            before.enabled(),
            before.settings(),
            enforced,
            null));
    tell(resource, hook, enforced ? "hook.enforced" : "hook.left-to-repositories");
  }

  private static void validate(BuiltInHook hook, Map<String, Object> values) {
    try {
      hook.validate(values);
    } catch (InvalidSettingException e) {
      InvalidFieldException invalid =
          new InvalidFieldException(e.setting(), String.valueOf(e.getMessage()));
      invalid.initCause(e);
      throw invalid;
    }
  }

  /** Removes the setting, so that the one above holds. */
  @Transactional
  public void reset(Resource resource, BuiltInHook hook) {
    settings.raiseStamp();
    delete(SettingScope.of(resource), hook.key());
    tell(resource, hook, "hook.reset");
  }

  private void tell(Resource resource, BuiltInHook hook, String action) {
    settings.audit(action, resource, Map.of("hook", hook.key()));
  }

  /** Returns the project's settings, then the repository's. */
  private List<HookSetting> list(@Nullable Long repositoryId, long projectId) {
    return sql.sql(
            """
            select * from hook_setting where project_id = ? or repository_id = ?
             order by repository_id nulls first, hook
            """)
        .param(projectId)
        .param(repositoryId)
        .query(HookSettings::setting)
        .list();
  }

  private void put(HookSetting setting) {
    sql.sql(
            """
            insert into hook_setting (%1$s, hook, enabled, settings, enforced)
            values (?, ?, ?, ?::jsonb, ?)
            on conflict (%1$s, hook)
            do update set enabled = excluded.enabled, settings = excluded.settings
                        , enforced = excluded.enforced
            """
                .formatted(setting.scope().column()))
        .param(setting.scope().id())
        .param(setting.hook())
        .param(setting.enabled())
        .param(setting.settings() == null ? null : JSON.writeValueAsString(setting.settings()))
        .param(setting.enforced())
        .update();
  }

  private void delete(SettingScope scope, String hook) {
    sql.sql("delete from hook_setting where %s = ? and hook = ?".formatted(scope.column()))
        .param(scope.id())
        .param(hook)
        .update();
  }

  private static HookSetting setting(ResultSet row, int index) throws SQLException {
    String settings = row.getString("settings");
    return new HookSetting(
        SettingScope.read(row),
        row.getString("hook"),
        row.getBoolean("enabled"),
        settings == null ? null : JSON.readValue(settings, SETTINGS),
        row.getBoolean("enforced"),
        null);
  }
}
