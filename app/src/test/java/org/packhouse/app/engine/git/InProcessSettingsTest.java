package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class InProcessSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(new InProcessSettings(8, DataSize.ofGigabytes(1), 1000, 10_000));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "git.in-process.answers", "3",
                    "git.in-process.repository-size", "20MB",
                    "git.in-process.commits", "40",
                    "git.in-process.objects", "500")))
        .isEqualTo(new InProcessSettings(3, DataSize.ofMegabytes(20), 40, 500));
  }

  @Test
  void refusesLessThanNothing() {
    assertThatThrownBy(() -> bind(Map.of("git.in-process.commits", "-1")))
        .rootCause()
        .hasMessage("git.in-process.commits is -1, but must be 0 or more");
  }

  private static InProcessSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("git.in-process", InProcessSettings.class);
  }
}
