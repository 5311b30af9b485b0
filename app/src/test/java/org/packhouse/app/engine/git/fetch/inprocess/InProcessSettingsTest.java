package org.packhouse.app.engine.git.fetch.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class InProcessSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(new InProcessSettings(null, DataSize.ofGigabytes(1), 1000, 20_000));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "git.in-process.responses", "3",
                    "git.in-process.repository-size", "20MB",
                    "git.in-process.commits", "40",
                    "git.in-process.objects", "500")))
        .isEqualTo(new InProcessSettings(3, DataSize.ofMegabytes(20), 40, 500));
  }

  @Test
  void refusesLessThanNothing() {
    for (String name : List.of("responses", "commits", "objects")) {
      assertThat(refusal("git.in-process." + name, "-1"))
          .contains(name + " has the value '-1', which must be greater than or equal to 0");
    }
    assertThat(refusal("git.in-process.repository-size", "-1B")).contains("must be 0B or more");
  }

  private static InProcessSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(InProcessSettings.class, values);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(InProcessSettings.class, key, value);
  }

  @Test
  void makesAsManyAtOnceAsTheHeapHasRoomForUnlessToldOtherwise() {
    InProcessSettings byHeap = SettingsBinding.bind(InProcessSettings.class, Map.of());
    assertThat(byHeap.places(DataSize.ofMegabytes(512).toBytes())).isEqualTo(8);
    assertThat(byHeap.places(DataSize.ofGigabytes(2).toBytes())).isEqualTo(32);
    assertThat(byHeap.places(1)).isEqualTo(1);
    assertThat(new InProcessSettings(0, DataSize.ofGigabytes(1), 1, 1).places(1L << 40)).isZero();
  }
}
