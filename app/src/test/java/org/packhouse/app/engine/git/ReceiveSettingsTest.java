package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class ReceiveSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new ReceiveSettings(
                DataSize.ofGigabytes(10),
                DataSize.ofGigabytes(1),
                DataSize.ofMegabytes(1),
                2000,
                DataSize.ofGigabytes(1)));
  }

  @Test
  void takesEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "receive.max-size",
                    "5MB",
                    "receive.max-memory",
                    "6MB",
                    "receive.in-process-size",
                    "0",
                    "receive.in-process-objects",
                    "7",
                    "receive.max-inflated-size",
                    "8MB")))
        .isEqualTo(
            new ReceiveSettings(
                DataSize.ofMegabytes(5),
                DataSize.ofMegabytes(6),
                DataSize.ofBytes(0),
                7,
                DataSize.ofMegabytes(8)));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> bind(Map.of("receive.in-process-size", "17MB")))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
  }

  private static ReceiveSettings bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("receive", ReceiveSettings.class);
  }
}
