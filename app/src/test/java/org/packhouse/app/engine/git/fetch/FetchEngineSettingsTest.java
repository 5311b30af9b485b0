package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.fetch.FetchEngineSettings.Engine;
import org.packhouse.app.platform.configuration.SettingsBinding;

class FetchEngineSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of())).isEqualTo(new FetchEngineSettings(Engine.AUTO, false));
  }

  @Test
  void readsEverySetting() {
    assertThat(bind(Map.of("git.engine", "native", "git.allow-ref-in-want", "true")))
        .isEqualTo(new FetchEngineSettings(Engine.NATIVE, true));
  }

  private static FetchEngineSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(FetchEngineSettings.class, values);
  }
}
