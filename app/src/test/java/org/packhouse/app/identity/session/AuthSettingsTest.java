package org.packhouse.app.identity.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class AuthSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(new AuthSettings(5, 100, Duration.ofMinutes(30), Duration.ofDays(30)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "auth.free-failures", "3",
                    "auth.free-failures-per-address", "30",
                    "auth.session-timeout", "8h",
                    "auth.remember-me", "7d")))
        .isEqualTo(new AuthSettings(3, 30, Duration.ofHours(8), Duration.ofDays(7)));
  }

  private static AuthSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(AuthSettings.class, values);
  }
}
