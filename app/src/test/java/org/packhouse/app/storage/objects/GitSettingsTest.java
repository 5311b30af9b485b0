package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class GitSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new GitSettings(
                "git", Duration.ofMinutes(30), Duration.ofHours(1), 1, DataSize.ofMegabytes(128)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "scm.git.executable", "/opt/git/bin/git",
                    "scm.git.idle-timeout", "10s",
                    "scm.git.execution-timeout", "2h",
                    "scm.git.pack-threads", "3",
                    "scm.git.pack-window-memory", "1GB")))
        .isEqualTo(
            new GitSettings(
                "/opt/git/bin/git",
                Duration.ofSeconds(10),
                Duration.ofHours(2),
                3,
                DataSize.ofGigabytes(1)));
  }

  @Test
  void refusesWhatCannotWork() {
    DataSize memory = DataSize.ofMegabytes(1);
    Duration hour = Duration.ofHours(1);
    assertThatThrownBy(() -> new GitSettings(" ", hour, hour, 1, memory))
        .hasMessage("scm.git.executable is empty");
    assertThatThrownBy(() -> new GitSettings("git", Duration.ZERO, hour, 1, memory))
        .hasMessage("scm.git.idle-timeout is PT0S, but must be more than 0");
    assertThatThrownBy(() -> new GitSettings("git", hour, Duration.ZERO, 1, memory))
        .hasMessage("scm.git.execution-timeout is PT0S, but must be more than 0");
    assertThatThrownBy(() -> new GitSettings("git", hour, hour, 0, memory))
        .hasMessage("scm.git.pack-threads is 0, but must be 1 or more");
  }

  private static GitSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("scm.git", GitSettings.class);
  }
}
