package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class RefSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new RefSettings(
                8, Duration.ofSeconds(5), null, Duration.ofSeconds(30), Duration.ofMinutes(10)));
  }

  @Test
  void takesEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "refs.connections", "3",
                    "refs.check-interval", "1m",
                    "refs.foreign-moves-after", "3m",
                    "refs.former-tips", "20s",
                    "refs.longest-wait", "2s")))
        .isEqualTo(
            new RefSettings(
                3,
                Duration.ofMinutes(1),
                Duration.ofMinutes(3),
                Duration.ofSeconds(2),
                Duration.ofSeconds(20)));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(refusal("refs.connections", "0")).contains("must be greater than or equal to 1");
    assertThat(refusal("refs.check-interval", "-1s"))
        .isEqualTo(
            "The setting refs.check-interval has the value '-1s', which must be 0s or more.");
    assertThat(refusal("refs.former-tips", "-1s")).contains("must be 0s or more");
    assertThat(refusal("refs.foreign-moves-after", "-1s")).contains("must be 0s or more");
  }

  private static RefSettings bind(Map<String, String> settings) {
    return SettingsBinding.bind(RefSettings.class, settings);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(RefSettings.class, key, value);
  }
}
