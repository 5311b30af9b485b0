package org.packhouse.app.engine.git.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.cache.ScmCacheSettings.Protocol;
import org.packhouse.app.platform.configuration.SettingsBinding;
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
                    "scm-cache.verify-interval", "1h",
                    "scm-cache.protocols", "ssh")))
        .isEqualTo(
            new ScmCacheSettings(
                false,
                Path.of("/fast/scm"),
                DataSize.ofGigabytes(20),
                DataSize.ofGigabytes(2),
                DataSize.ofMegabytes(3),
                Duration.ofHours(1),
                Set.of(Protocol.SSH)));
  }

  @Test
  void namesWhatIsOutOfBounds() {
    assertThat(refusal("scm-cache.max-size", "1KB"))
        .isEqualTo(
            "The setting scm-cache.max-size has the value '1KB', which must be 1MB or more.");
    assertThat(refusal("scm-cache.lead", "0B")).contains("'0B', which must be 1MB or more");
    assertThat(refusal("scm-cache.min-free-disk", "-1B")).contains("must be 0B or more");
    assertThat(refusal("scm-cache.verify-interval", "0s")).contains("must be 1ms or more");
  }

  private static ScmCacheSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(ScmCacheSettings.class, values);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(ScmCacheSettings.class, key, value);
  }
}
