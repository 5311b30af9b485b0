package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class RepositorySettingsTest {

  @Test
  void keepsDeletedRepositoriesAWeekAndSetsNoQuota() {
    assertThat(bind(Map.of())).isEqualTo(new RepositorySettings("main", Duration.ofDays(7), null));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "repository.default-branch", "trunk",
                    "repository.trash-retention", "36h",
                    "repository.quota", "2GB")))
        .isEqualTo(new RepositorySettings("trunk", Duration.ofHours(36), DataSize.ofGigabytes(2)));
  }

  @Test
  void refusesWhatCannotBe() {
    assertThat(refusal("repository.trash-retention", "-1s"))
        .isEqualTo(
            "The setting repository.trash-retention has the value '-1s', which must be 0s or more.");
    assertThat(refusal("repository.quota", "0B"))
        .isEqualTo("The setting repository.quota has the value '0B', which must be 1B or more.");
  }

  private static RepositorySettings bind(Map<String, String> values) {
    return SettingsBinding.bind(RepositorySettings.class, values);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(RepositorySettings.class, key, value);
  }
}
