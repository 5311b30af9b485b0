package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
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
    assertThat(refusal("scm.git.request.max-ls-refs-size", "0B")).contains("must be 1B or more");
    assertThat(refusal("scm.git.request.max-fetch-size", "0B")).contains("must be 1B or more");
  }

  private static WireSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(WireSettings.class, values);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(WireSettings.class, key, value);
  }
}
