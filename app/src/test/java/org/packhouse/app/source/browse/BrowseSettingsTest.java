package org.packhouse.app.source.browse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.source.browse.BrowseSettings.Directory;
import org.packhouse.app.source.browse.BrowseSettings.Recursive;
import org.packhouse.app.source.browse.BrowseSettings.Source;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

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
    assertThatThrownBy(() -> new Source(0, 1))
        .hasMessage("page.max.source.lines is 0, but must be 1 or more");
    assertThatThrownBy(() -> new Source(1, 1_000_001))
        .hasMessage("page.max.source.length is 1000001, but must be 1000000 or less");
    assertThatThrownBy(() -> new Directory(0, new Recursive(1)))
        .hasMessage("page.max.directory.children is 0, but must be 1 or more");
    assertThatThrownBy(() -> new Recursive(-1))
        .hasMessage("page.max.directory.recursive.children is -1, but must be 1 or more");
  }

  private static BrowseSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("page.max", BrowseSettings.class);
  }
}
