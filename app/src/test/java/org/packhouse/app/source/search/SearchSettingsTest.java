package org.packhouse.app.source.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class SearchSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(SettingsBinding.bind(SearchSettings.class, Map.of()))
        .isEqualTo(
            new SearchSettings(
                true,
                Duration.ofSeconds(5),
                DataSize.ofKilobytes(256),
                DataSize.ofMegabytes(64),
                50_000,
                20_000,
                Duration.ofSeconds(2)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            SettingsBinding.bind(
                SearchSettings.class,
                Map.of(
                    "search.enabled", "false",
                    "search.look-every", "1s",
                    "search.max-file-size", "1MB",
                    "search.max-repository-size", "2MB",
                    "search.max-files", "3",
                    "search.max-commits", "4",
                    "search.timeout", "5s")))
        .isEqualTo(
            new SearchSettings(
                false,
                Duration.ofSeconds(1),
                DataSize.ofMegabytes(1),
                DataSize.ofMegabytes(2),
                3,
                4,
                Duration.ofSeconds(5)));
  }

  @Test
  void refusesWhatCannotWork() {
    assertThat(SettingsBinding.refusal(SearchSettings.class, "search.max-file-size", "5MB"))
        .contains("search.max-file-size");
    assertThat(SettingsBinding.refusal(SearchSettings.class, "search.timeout", "0s"))
        .contains("search.timeout");
  }
}
