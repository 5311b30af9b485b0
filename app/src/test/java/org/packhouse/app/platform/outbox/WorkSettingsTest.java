package org.packhouse.app.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class WorkSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(new WorkSettings(4, Duration.ofSeconds(1), Duration.ofSeconds(30)));
  }

  @Test
  void takesEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "background.threads",
                    "2",
                    "background.polling-interval",
                    "3s",
                    "background.shutdown-max-wait",
                    "1m")))
        .isEqualTo(new WorkSettings(2, Duration.ofSeconds(3), Duration.ofMinutes(1)));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(refusal("background.threads", "0")).contains("must be greater than or equal to 1");
    assertThat(refusal("background.polling-interval", "0s")).contains("must be 1ms or more");
    assertThat(refusal("background.shutdown-max-wait", "-1s")).contains("must be 0s or more");
  }

  private static WorkSettings bind(Map<String, String> settings) {
    return SettingsBinding.bind(WorkSettings.class, settings);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(WorkSettings.class, key, value);
  }
}
