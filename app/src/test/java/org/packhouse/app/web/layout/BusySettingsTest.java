package org.packhouse.app.web.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class BusySettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of())).isEqualTo(new BusySettings(Duration.ofSeconds(10)));
  }

  /** As Bitbucket has it: a number of minutes. */
  @Test
  void readsEverySetting() {
    assertThat(bind(Map.of("throttle.resource.busy.message.timeout", "2")))
        .isEqualTo(new BusySettings(Duration.ofMinutes(2)));
  }

  private static BusySettings bind(Map<String, String> values) {
    return SettingsBinding.bind(BusySettings.class, values);
  }
}
