package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class WireSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(new WireSettings(DataSize.ofMegabytes(1), DataSize.ofMegabytes(64)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "scm.git.request.max-ls-refs-size", "2MB",
                    "scm.git.request.max-fetch-size", "3MB")))
        .isEqualTo(new WireSettings(DataSize.ofMegabytes(2), DataSize.ofMegabytes(3)));
  }

  @Test
  void refusesASizeOfNothing() {
    assertThatThrownBy(() -> new WireSettings(DataSize.ofBytes(0), DataSize.ofBytes(1)))
        .hasMessage("scm.git.request.max-ls-refs-size is 0B, but must be more than 0");
  }

  private static WireSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("scm.git.request", WireSettings.class);
  }
}
