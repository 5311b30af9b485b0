package org.packhouse.app.storage.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class GitSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new GitSettings(
                "git",
                Duration.ofMinutes(30),
                Duration.ofHours(1),
                1,
                GitSettings.Scheduling.ADAPTIVE));
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
                    "scm.git.scheduling", "idle")))
        .isEqualTo(
            new GitSettings(
                "/opt/git/bin/git",
                Duration.ofSeconds(10),
                Duration.ofHours(2),
                3,
                GitSettings.Scheduling.IDLE));
  }

  @Test
  void refusesWhatCannotWork() {
    assertThat(refusal("scm.git.executable", " "))
        .isEqualTo("The setting scm.git.executable has the value ' ', which must not be blank.");
    assertThat(refusal("scm.git.idle-timeout", "0s")).contains("must be 1ms or more");
    assertThat(refusal("scm.git.execution-timeout", "0s")).contains("must be 1ms or more");
    assertThat(refusal("scm.git.scheduling", "lazy"))
        .isEqualTo(
            "The setting scm.git.scheduling has the value 'lazy', which is none of: adaptive, nice,"
                + " idle.");
    assertThat(refusal("scm.git.pack-threads", "0")).contains("must be greater than or equal to 1");
  }

  private static GitSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(GitSettings.class, values);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(GitSettings.class, key, value);
  }
}
