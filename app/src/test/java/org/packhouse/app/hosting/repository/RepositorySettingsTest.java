package org.packhouse.app.hosting.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
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
    assertThatThrownBy(() -> bind(Map.of("repository.trash-retention", "-1s")))
        .hasRootCauseMessage("repository.trash-retention must not be negative: PT-1S");
    assertThatThrownBy(() -> bind(Map.of("repository.quota", "0B")))
        .hasRootCauseMessage("repository.quota must be above 0: 0B");
  }

  private static RepositorySettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("repository", RepositorySettings.class);
  }
}
