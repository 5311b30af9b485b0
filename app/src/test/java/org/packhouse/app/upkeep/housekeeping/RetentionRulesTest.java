package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetentionRulesTest {

  private static List<String> breaches(Duration longest, Duration retention, Duration execution) {
    return RetentionRules.breaches(
        new HousekeepingSettings(true, 20, longest, retention, Duration.ofDays(30)), execution);
  }

  @Test
  void areKeptByTheDefaults() {
    assertThat(breaches(Duration.ofHours(1), Duration.ofDays(14), Duration.ofHours(1))).isEmpty();
  }

  @Test
  void nameBothSettingsAndTheirValues() {
    assertThat(breaches(Duration.ofMinutes(30), Duration.ofDays(14), Duration.ofHours(4)))
        .singleElement()
        .asString()
        .contains("housekeeping.longest-operation is PT30M")
        .contains("scm.git.execution-timeout PT4H");
    assertThat(breaches(Duration.ofHours(8), Duration.ofDays(1), Duration.ofHours(4)))
        .singleElement()
        .asString()
        .contains("housekeeping.unreachable-retention is PT24H")
        .contains("longer than PT24H");
  }
}
