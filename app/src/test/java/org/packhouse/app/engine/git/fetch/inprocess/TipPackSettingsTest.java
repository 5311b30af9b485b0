package org.packhouse.app.engine.git.fetch.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class TipPackSettingsTest {

  @Test
  void hasDefaultsAndReadsEverySetting() {
    assertThat(SettingsBinding.bind(TipPackSettings.class, Map.of()))
        .isEqualTo(new TipPackSettings(DataSize.ofGigabytes(1)));
    assertThat(SettingsBinding.bind(TipPackSettings.class, Map.of("git.tip-packs.size", "20MB")))
        .isEqualTo(new TipPackSettings(DataSize.ofMegabytes(20)));
  }

  @Test
  void refusesLessThanNothing() {
    assertThat(SettingsBinding.refusal(TipPackSettings.class, "git.tip-packs.size", "-1B"))
        .contains("must be 0B or more");
  }
}
