package org.packhouse.app.source.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.packhouse.app.source.commit.CommitMessageSettings.Bulk;

class CommitMessageSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(SettingsBinding.bind(CommitMessageSettings.class, Map.of()))
        .isEqualTo(new CommitMessageSettings(262_144, new Bulk(16_384)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            SettingsBinding.bind(
                CommitMessageSettings.class,
                Map.of("commit.message.max", "10", "commit.message.bulk.max", "5")))
        .isEqualTo(new CommitMessageSettings(10, new Bulk(5)));
  }

  @Test
  void refusesWhatCannotWork() {
    assertThat(SettingsBinding.refusal(CommitMessageSettings.class, "commit.message.bulk.max", "0"))
        .contains("commit.message.bulk.max has the value '0'");
  }
}
