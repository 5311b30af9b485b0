package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class NodeNameSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of())).isEqualTo(new NodeNameSettings(null));
  }

  @Test
  void isReadWhole() {
    assertThat(bind(Map.of("node.name", "north-1"))).isEqualTo(new NodeNameSettings("north-1"));
  }

  @Test
  void refusesANameThatNoLogCouldShow() {
    assertThat(SettingsBinding.refusal(NodeNameSettings.class, "node.name", "north 1"))
        .isEqualTo(
            "The setting node.name has the value 'north 1', which must have 1 to 63 letters, digits, dots, hyphens or underscores.");
  }

  private static NodeNameSettings bind(Map<String, String> settings) {
    return SettingsBinding.bind(NodeNameSettings.class, settings);
  }
}
