package org.packhouse.app.networks.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class HousekeepingSettingsTest {

  @Test
  void keepsReplacedFilesForAnHourAndUnreachableObjectsForTwoWeeks() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new HousekeepingSettings(
                true,
                20,
                Duration.ofHours(1),
                Duration.ofDays(14),
                Duration.ofDays(30),
                Duration.ofHours(6),
                Duration.ofDays(30)));
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
                    "housekeeping.full-after", "10d",
                    "housekeeping.time-limit", "1h",
                    "housekeeping.ref-move-retention", "12h")))
        .isEqualTo(
            new HousekeepingSettings(
                false,
                5,
                Duration.ofHours(2),
                Duration.ofDays(3),
                Duration.ofDays(10),
                Duration.ofHours(1),
                Duration.ofHours(12)));
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> bind(Map.of("housekeeping.pushes", "0")))
        .hasRootCauseMessage("housekeeping.pushes is 0, but must be 1 or more");
    assertThatThrownBy(() -> bind(Map.of("housekeeping.longest-operation", "0s")))
        .hasRootCauseMessage("housekeeping.longest-operation is PT0S, but must be more than 0");
  }

  private static HousekeepingSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("housekeeping", HousekeepingSettings.class);
  }
}
