package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.ScmCacheSettings.Protocol;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class ScmCacheSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new ScmCacheSettings(
                true,
                null,
                DataSize.ofGigabytes(10),
                DataSize.ofGigabytes(1),
                DataSize.ofGigabytes(1),
                DataSize.ofMegabytes(64),
                Duration.ofMinutes(5),
                Duration.ofHours(6),
                Set.of(Protocol.HTTP, Protocol.SSH)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "scm-cache.enabled", "false",
                    "scm-cache.location", "/fast/scm",
                    "scm-cache.max-size", "20GB",
                    "scm-cache.min-free-disk", "2GB",
                    "scm-cache.lead", "3MB",
                    "scm-cache.small-size", "4MB",
                    "scm-cache.asked-again-within", "10m",
                    "scm-cache.verify-interval", "1h",
                    "scm-cache.protocols", "ssh")))
        .isEqualTo(
            new ScmCacheSettings(
                false,
                Path.of("/fast/scm"),
                DataSize.ofGigabytes(20),
                DataSize.ofGigabytes(2),
                DataSize.ofMegabytes(3),
                DataSize.ofMegabytes(4),
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                Set.of(Protocol.SSH)));
  }

  @Test
  void namesWhatIsOutOfBounds() {
    assertThatThrownBy(() -> bind(Map.of("scm-cache.max-size", "1KB")))
        .rootCause()
        .hasMessage("scm-cache.max-size is 1024B, but must be 1048576B or more");
    assertThatThrownBy(() -> bind(Map.of("scm-cache.lead", "0B")))
        .rootCause()
        .hasMessage("scm-cache.lead is 0B, but must be 1048576B or more");
    assertThatThrownBy(() -> bind(Map.of("scm-cache.verify-interval", "0s")))
        .rootCause()
        .hasMessage("scm-cache.verify-interval is PT0S, but must be more than 0");
  }

  private static ScmCacheSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("scm-cache", ScmCacheSettings.class);
  }
}
