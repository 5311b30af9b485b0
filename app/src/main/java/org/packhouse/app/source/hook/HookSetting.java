package org.packhouse.app.source.hook;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/**
 * A hook, switched on or off.
 *
 * @param hook its key
 * @param settings null: nobody has given any there
 * @param enforced whether the project has it on in all its repositories, whatever they say
 * @param ofProject the setting that a project enforces and that holds besides the repository's own;
 *     null: none
 */
public record HookSetting(
    SettingScope scope,
    String hook,
    boolean enabled,
    @Nullable Map<String, Object> settings,
    boolean enforced,
    @Nullable HookSetting ofProject) {

  /** All settings by which the hook is asked, if it is on: what one of them refuses is refused. */
  public List<Map<String, Object>> asked() {
    return Stream.of(this, ofProject)
        .filter(Objects::nonNull)
        .map(it -> it.settings() == null ? Map.<String, Object>of() : it.settings())
        .distinct()
        .toList();
  }

  /** Joins this setting, which is a project's, with the one of a repository in it. */
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
