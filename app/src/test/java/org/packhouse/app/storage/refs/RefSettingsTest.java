package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RefSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of())).isEqualTo(new RefSettings(8, Duration.ofSeconds(5)));
  }

  @Test
  void takesEverySetting() {
    assertThat(bind(Map.of("refs.connections", "3", "refs.check-interval", "1m")))
        .isEqualTo(new RefSettings(3, Duration.ofMinutes(1)));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> bind(Map.of("refs.connections", "0")))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> bind(Map.of("refs.check-interval", "-1s")))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
  }

  private static RefSettings bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("refs", RefSettings.class);
  }
}
