package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class HousekeepingSettingsTest {

  @Test
  void keepsReplacedFilesForAnHourAndUnreachableObjectsForTwoWeeks() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new HousekeepingSettings(
                true, 20, Duration.ofHours(1), Duration.ofDays(14), Duration.ofDays(30)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "housekeeping.enabled", "false",
                    "housekeeping.pushes", "5",
                    "housekeeping.longest-operation", "2h",
                    "housekeeping.unreachable-retention", "3d",
                    "housekeeping.full-after", "10d")))
        .isEqualTo(
            new HousekeepingSettings(
                false, 5, Duration.ofHours(2), Duration.ofDays(3), Duration.ofDays(10)));
  }

  @Test
  void refusesWhatCannotBe() {
    assertThat(refusal("housekeeping.pushes", "0"))
        .isEqualTo(
            "The setting housekeeping.pushes has the value '0', which must be greater than or equal to 1.");
    assertThat(refusal("housekeeping.longest-operation", "0s"))
        .isEqualTo(
            "The setting housekeeping.longest-operation has the value '0s', which must be 1ms or more.");
    for (String name : List.of("unreachable-retention", "full-after")) {
      assertThat(refusal("housekeeping." + name, "-1h")).contains(name, "must be 1ms or more");
    }
  }

  private static HousekeepingSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(HousekeepingSettings.class, values);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(HousekeepingSettings.class, key, value);
  }
}
