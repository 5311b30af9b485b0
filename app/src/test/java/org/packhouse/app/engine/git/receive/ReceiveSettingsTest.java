package org.packhouse.app.engine.git.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class ReceiveSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new ReceiveSettings(
                DataSize.ofGigabytes(10),
                DataSize.ofGigabytes(1),
                DataSize.ofMegabytes(1),
                2000,
                DataSize.ofGigabytes(1)));
  }

  @Test
  void takesEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "receive.max-size",
                    "5MB",
                    "receive.max-memory",
                    "6MB",
                    "receive.in-process-size",
                    "0",
                    "receive.in-process-objects",
                    "7",
                    "receive.max-inflated-size",
                    "8MB")))
        .isEqualTo(
            new ReceiveSettings(
                DataSize.ofMegabytes(5),
                DataSize.ofMegabytes(6),
                DataSize.ofBytes(0),
                7,
                DataSize.ofMegabytes(8)));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(refusal("receive.in-process-size", "17MB"))
        .isEqualTo(
            "The setting receive.in-process-size has the value '17MB', which must be 16MB or less.");
    for (String name : List.of("max-size", "max-memory", "in-process-size")) {
      assertThat(refusal("receive." + name, "-1B")).contains(name, "must be 0B or more");
    }
    assertThat(refusal("receive.in-process-objects", "-1")).contains("equal to 0");
    assertThat(refusal("receive.max-inflated-size", "0B")).contains("must be 1B or more");
  }

  private static ReceiveSettings bind(Map<String, String> settings) {
    return SettingsBinding.bind(ReceiveSettings.class, settings);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(ReceiveSettings.class, key, value);
  }
}
