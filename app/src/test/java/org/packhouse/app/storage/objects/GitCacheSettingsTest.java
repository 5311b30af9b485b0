package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.packhouse.app.testing.TestingServer;

class GitCacheSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of())).isEqualTo(new GitCacheSettings(20));
  }

  @Test
  void takesEverySetting() {
    assertThat(bind(Map.of("scm.git.cache.heap-percentage", "5")))
        .isEqualTo(new GitCacheSettings(5));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(refusal("scm.git.cache.heap-percentage", "90"))
        .isEqualTo(
            "The setting scm.git.cache.heap-percentage has the value '90', which must be less than or equal to 50.");
    assertThat(refusal("scm.git.cache.heap-percentage", "0")).contains("or equal to 1");
  }

  @Test
  void metersTheCache() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    TestingServer.shared().get(GitCache.class).bindTo(registry);
    assertThat(registry.get("git.cache.limit").gauge().value())
        .isEqualTo((double) (Runtime.getRuntime().maxMemory() / 100 * 20));
    assertThat(registry.get("git.cache.size").gauge().value()).isNotNegative();
    assertThat(registry.get("git.cache.hits").functionCounter().count()).isNotNegative();
  }

  private static GitCacheSettings bind(Map<String, String> settings) {
    return SettingsBinding.bind(GitCacheSettings.class, settings);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(GitCacheSettings.class, key, value);
  }
}
