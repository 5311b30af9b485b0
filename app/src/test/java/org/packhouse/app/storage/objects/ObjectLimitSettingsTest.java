package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class ObjectLimitSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(SettingsBinding.bind(ObjectLimitSettings.class, Map.of()))
        .isEqualTo(
            new ObjectLimitSettings(DataSize.ofMegabytes(1), DataSize.ofMegabytes(16), 100_000));
  }

  @Test
  void takesEverySetting() {
    Map<String, String> values =
        Map.of(
            "receive.max-commit-size", "9MB",
            "receive.max-tree-size", "10MB",
            "receive.max-tree-entries", "11");
    assertThat(SettingsBinding.bind(ObjectLimitSettings.class, values))
        .isEqualTo(new ObjectLimitSettings(DataSize.ofMegabytes(9), DataSize.ofMegabytes(10), 11));
  }
}
