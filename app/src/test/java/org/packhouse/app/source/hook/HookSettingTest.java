package org.packhouse.app.source.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.hosting.repository.setting.SettingScope.Level;

/** A repository's hook under its project's. */
class HookSettingTest {

  private static final Map<String, Object> SMALL = Map.of("maxBytes", 10);
  private static final Map<String, Object> LARGE = Map.of("maxBytes", 100);

  private static HookSetting ofProject(
      boolean enabled, @Nullable Map<String, Object> settings, boolean enforced) {
    return new HookSetting(
        new SettingScope(Level.PROJECT, 1L), "hook", enabled, settings, enforced, null);
  }

  private static HookSetting own(boolean enabled, @Nullable Map<String, Object> settings) {
    return new HookSetting(
        new SettingScope(Level.REPOSITORY, 2L), "hook", enabled, settings, false, null);
  }

  @Test
  void isTheRepositorysOwnWhereNothingIsEnforced() {
    HookSetting held = ofProject(true, SMALL, false).within(own(true, LARGE));
    assertThat(held.valuesInForce()).containsExactly(LARGE);
    assertThat(held.ofProject()).isNull();
    assertThat(held.scope().level()).isEqualTo(Level.REPOSITORY);
    assertThat(ofProject(true, SMALL, false).within(own(false, null)).enabled()).isFalse();
  }

  @Test
  void takesTheProjectsValuesWhereTheRepositoryHasNone() {
    assertThat(ofProject(true, SMALL, false).within(own(true, null)).valuesInForce())
        .containsExactly(SMALL);
    assertThat(ofProject(true, null, false).within(own(true, null)).valuesInForce())
        .containsExactly(Map.of());
  }

  @Test
  void asksByBothValuesWhereTheProjectEnforcesItsOwn() {
    HookSetting held = ofProject(true, SMALL, true).within(own(true, LARGE));
    assertThat(held.valuesInForce()).containsExactly(LARGE, SMALL);
    assertThat(held.enforced()).isTrue();
  }

  @Test
  void asksOnceWhereBothValuesAreTheSame() {
    assertThat(ofProject(true, SMALL, true).within(own(true, SMALL)).valuesInForce())
        .containsExactly(SMALL);
    assertThat(ofProject(true, SMALL, true).within(own(true, null)).valuesInForce())
        .containsExactly(SMALL);
  }

  /** As it was stored before the project began to enforce it. */
  @Test
  void isTheProjectsWhereTheRepositoryHasSwitchedOffWhatIsEnforced() {
    HookSetting above = ofProject(true, SMALL, true);
    assertThat(above.within(own(false, LARGE))).isEqualTo(above);
  }
}
