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
        .isEqualTo(
            new AuthSettings(
                Duration.ofMinutes(5),
                5,
                100,
                Duration.ofMinutes(1),
                Duration.ofMinutes(15),
                Duration.ofMinutes(30),
                Duration.ofDays(30)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "auth.credential-memory", "1m",
                    "auth.free-failures", "3",
                    "auth.free-failures-per-address", "30",
                    "auth.longest-delay", "10m",
                    "auth.forget-failures-after", "1h",
                    "auth.session-timeout", "8h",
                    "auth.remember-me", "7d")))
        .isEqualTo(
            new AuthSettings(
                Duration.ofMinutes(1),
                3,
                30,
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                Duration.ofHours(8),
                Duration.ofDays(7)));
  }

  private static AuthSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(AuthSettings.class, values);
  }
}
