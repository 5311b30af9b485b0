package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class AccessLogSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(new AccessLogSettings(DataSize.ofMegabytes(100), 30, DataSize.ofGigabytes(5)));
  }

  @Test
  void isReadWhole() {
    assertThat(
            bind(
                Map.of(
                    "server.access-log.max-size", "1MB",
                    "server.access-log.days", "2",
                    "server.access-log.total-size", "3MB")))
        .isEqualTo(new AccessLogSettings(DataSize.ofMegabytes(1), 2, DataSize.ofMegabytes(3)));
  }

  private static AccessLogSettings bind(Map<String, String> settings) {
    return SettingsBinding.bind(AccessLogSettings.class, settings);
  }
}
