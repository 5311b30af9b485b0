package org.packhouse.app.identity.avatar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class AvatarSettingsTest {

  @Test
  void takesPicturesOfAMegabyte() {
    assertThat(bind(Map.of())).isEqualTo(new AvatarSettings(1024, DataSize.ofMegabytes(1)));
  }

  @Test
  void readsEverySetting() {
    assertThat(bind(Map.of("avatar.max-dimension", "512", "avatar.max-size", "200KB")))
        .isEqualTo(new AvatarSettings(512, DataSize.ofKilobytes(200)));
  }

  @Test
  void refusesWhatCannotBe() {
    for (String size : new String[] {"0B", "9MB"}) {
      assertThatThrownBy(() -> bind(Map.of("avatar.max-size", size)))
          .hasRootCauseMessage(
              "avatar.max-size must be above 0 and at most 8MB: " + DataSize.parse(size));
    }
  }

  private static AvatarSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("avatar", AvatarSettings.class);
  }
}
