package org.packhouse.app.source.browse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.packhouse.app.source.browse.BrowseSettings.Directory;
import org.packhouse.app.source.browse.BrowseSettings.Recursive;
import org.packhouse.app.source.browse.BrowseSettings.Source;

class BrowseSettingsTest {

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new BrowseSettings(
                new Source(20000, 5000), new Directory(1000, new Recursive(100000))));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "page.max.source.lines", "10",
                    "page.max.source.length", "20",
                    "page.max.directory.children", "30",
                    "page.max.directory.recursive.children", "40")))
        .isEqualTo(new BrowseSettings(new Source(10, 20), new Directory(30, new Recursive(40))));
  }

  @Test
  void refusesWhatCannotWork() {
    assertThat(refusal("page.max.source.lines", "0"))
        .isEqualTo(
            "The setting page.max.source.lines has the value '0', which must be greater than or equal to 1.");
    assertThat(refusal("page.max.source.length", "1000001"))
        .isEqualTo(
            "The setting page.max.source.length has the value '1000001', which must be less than or equal to 1000000.");
    assertThat(refusal("page.max.directory.children", "0")).contains("page.max.directory.children");
    assertThat(refusal("page.max.directory.recursive.children", "-1"))
        .contains("page.max.directory.recursive.children has the value '-1'");
  }

  private static BrowseSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(BrowseSettings.class, values);
  }

  private static String refusal(String key, String value) {
    return SettingsBinding.refusal(BrowseSettings.class, key, value);
  }
}
