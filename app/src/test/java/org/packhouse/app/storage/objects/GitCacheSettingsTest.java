package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class GitCacheSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of())).isEqualTo(new GitCacheSettings(20, 2048));
  }

  @Test
  void takesEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "scm.git.cache.heap-percentage", "5",
                    "scm.git.cache.open-files", "100")))
        .isEqualTo(new GitCacheSettings(5, 100));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> bind(Map.of("scm.git.cache.heap-percentage", "90")))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> bind(Map.of("scm.git.cache.open-files", "1")))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
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
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("scm.git.cache", GitCacheSettings.class);
  }
}
