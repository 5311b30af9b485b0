package org.packhouse.app.source.hook.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.source.hook.HookSetting;
import org.packhouse.hooks.builtin.BuiltInHook;

/** A hook in the REST dialect; {@code configured} says that it has settings. */
record HookView(
    DetailsView details, boolean enabled, boolean configured, boolean enforced, ScopeView scope) {

  private static final String VERSION = "1";

  record DetailsView(
      String key,
      String name,
      String type,
      String description,
      String version,
      List<String> supportedScopes) {}

  static HookView of(BuiltInHook hook, @Nullable HookSetting setting, Resource asked) {
    SettingScope scope = setting == null ? SettingScope.of(asked) : setting.scope();
    return new HookView(
        new DetailsView(
            hook.key(),
            hook.name(),
            hook.type().name(),
            hook.description(),
            VERSION,
            List.of("PROJECT", "REPOSITORY")),
        setting != null && setting.enabled(),
        setting != null && setting.settings() != null,
        setting != null && setting.enforced(),
        ScopeView.of(scope));
  }
}
