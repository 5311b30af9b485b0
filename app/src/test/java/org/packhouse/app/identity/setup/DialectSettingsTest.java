package org.packhouse.app.identity.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class DialectSettingsTest {

  @Test
  void speaksTheDialectOfNineFour() {
    assertThat(bind(Map.of()))
        .isEqualTo(new DialectSettings("9.4.0", "9004000", "1736121600000", "Packhouse"));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "dialect.version", "8.19.1",
                    "dialect.build-number", "8019001",
                    "dialect.build-date", "1700000000000",
                    "dialect.display-name", "Bitbucket")))
        .isEqualTo(new DialectSettings("8.19.1", "8019001", "1700000000000", "Bitbucket"));
  }

  private static DialectSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(DialectSettings.class, values);
  }
}
