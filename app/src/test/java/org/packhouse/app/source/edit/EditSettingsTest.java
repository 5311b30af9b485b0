package org.packhouse.app.source.edit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class EditSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of())).isEqualTo(new EditSettings(DataSize.ofMegabytes(5)));
  }

  @Test
  void readsEverySetting() {
    assertThat(bind(Map.of("content.upload.max.size", "5242881")))
        .isEqualTo(new EditSettings(DataSize.ofBytes(5_242_881)));
    assertThat(bind(Map.of("content.upload.max.size", "2GB")))
        .isEqualTo(new EditSettings(DataSize.ofGigabytes(2)));
  }

  @Test
  void refusesWhatCannotWork() {
    assertThat(SettingsBinding.refusal(EditSettings.class, "content.upload.max.size", "0"))
        .isEqualTo(
            "The setting content.upload.max.size has the value '0', which must be 1B or more.");
  }

  private static EditSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(EditSettings.class, values);
  }
}
