package org.packhouse.app.identity.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class DialectSettingsTest {

  @Test
  void speaksTheDialectOfNineFour() {
    assertThat(bind(Map.of()))
        .isEqualTo(new DialectSettings("9.4.0", "Packhouse"))
        .returns("9004000", DialectSettings::buildNumber);
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "dialect.version", "8.19.1",
                    "dialect.display-name", "Bitbucket")))
        .isEqualTo(new DialectSettings("8.19.1", "Bitbucket"))
        .returns("8019001", DialectSettings::buildNumber);
  }

  private static DialectSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(DialectSettings.class, values);
  }
}
