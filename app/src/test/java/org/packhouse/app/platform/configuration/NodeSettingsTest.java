package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSettingsTest {

  @Test
  void hasDefaults() {
    NodeSettings settings = bind(Map.of());
    assertThat(settings).isEqualTo(new NodeSettings(null, null, false));
    Path home = Path.of(System.getProperty("user.home"), ".packhouse");
    assertThat(HomeDirectories.of(settings))
        .isEqualTo(new HomeDirectories(home, home.resolve("shared")));
  }

  @Test
  void takesEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "packhouse.home", "/srv/node",
                    "packhouse.shared-home", "/srv/shared",
                    "packhouse.rehearsal", "true")))
        .isEqualTo(new NodeSettings(Path.of("/srv/node"), Path.of("/srv/shared"), true));
  }

  private static NodeSettings bind(Map<String, String> settings) {
    return SettingsBinding.bind(NodeSettings.class, settings);
  }
}
