package org.packhouse.app.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class WorkSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(new WorkSettings(4, Duration.ofSeconds(1), Duration.ofSeconds(30)));
  }

  @Test
  void takesEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "background.threads",
                    "2",
                    "background.polling-interval",
                    "3s",
                    "background.shutdown-max-wait",
                    "1m")))
        .isEqualTo(new WorkSettings(2, Duration.ofSeconds(3), Duration.ofMinutes(1)));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> bind(Map.of("background.threads", "0")))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
  }

  private static WorkSettings bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("background", WorkSettings.class);
  }
}
