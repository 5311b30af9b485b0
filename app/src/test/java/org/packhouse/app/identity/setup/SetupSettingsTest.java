package org.packhouse.app.identity.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.setup.SetupSettings.Administrator;
import org.packhouse.app.platform.configuration.SettingsBinding;

class SetupSettingsTest {

  @Test
  void leavesTheSetUpToThePageByDefault() {
    SetupSettings settings = bind(Map.of());
    assertThat(settings).isEqualTo(new SetupSettings(null, null, null));
    assertThat(settings.isUnattended()).isFalse();
  }

  @Test
  void readsEverySettingByItsName() {
    SetupSettings settings =
        bind(
            Map.of(
                "setup.displayName", "House",
                "setup.baseUrl", "https://git.example.org",
                "setup.sysadmin.username", "ada",
                "setup.sysadmin.password", "a long password",
                "setup.sysadmin.displayName", "Ada",
                "setup.sysadmin.emailAddress", "ada@example.org"));
    assertThat(settings)
        .isEqualTo(
            new SetupSettings(
                "House",
                "https://git.example.org",
                new Administrator("ada", "a long password", "Ada", "ada@example.org")));
    assertThat(settings.isUnattended()).isTrue();
    assertThat(settings.toString()).doesNotContain("a long password");
  }

  @Test
  void isNotUnattendedWithoutAPassword() {
    assertThat(bind(Map.of("setup.sysadmin.username", "ada")).isUnattended()).isFalse();
  }

  private static SetupSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(SetupSettings.class, values);
  }
}
