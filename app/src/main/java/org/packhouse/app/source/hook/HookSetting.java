package org.packhouse.app.source.hook;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/**
 * The setting of a hook.
 *
 * @param settings null: none are set in this scope
 * @param enforced whether the project enforces the hook in all its repositories
 * @param ofProject the project's enforced setting, which holds besides the repository's own
 */
public record HookSetting(
    SettingScope scope,
    String hook,
    boolean enabled,
    @Nullable Map<String, Object> settings,
    boolean enforced,
    @Nullable HookSetting ofProject) {

  /** Returns the values by which the hook is asked; a refusal by any of them counts. */
  public List<Map<String, Object>> valuesInForce() {
    return Stream.of(this, ofProject)
        .filter(Objects::nonNull)
        .map(it -> it.settings() == null ? Map.<String, Object>of() : it.settings())
        .distinct()
        .toList();
  }

  /** Returns the repository's setting as it holds under this one, its project's. */
  HookSetting within(HookSetting own) {
    if (enforced && !own.enabled()) {
      return this;
    }
    return new HookSetting(
        own.scope(),
        hook,
        own.enabled(),
        own.settings() == null ? settings : own.settings(),
        enforced,
        enforced ? this : null);
  }
}
