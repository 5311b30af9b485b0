package org.packhouse.app.source.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
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
    assertThatThrownBy(() -> new EditSettings(DataSize.ofBytes(0)))
        .hasMessage("content.upload.max.size is 0B, but must be more than 0");
  }

  private static EditSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("content.upload.max", EditSettings.class);
  }
}
