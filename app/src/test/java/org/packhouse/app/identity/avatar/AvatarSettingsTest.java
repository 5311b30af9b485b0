package org.packhouse.app.identity.avatar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
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
    assertThat(SettingsBinding.refusal(AvatarSettings.class, "avatar.max-size", "0B"))
        .isEqualTo("The setting avatar.max-size has the value '0B', which must be 1B or more.");
    assertThat(SettingsBinding.refusal(AvatarSettings.class, "avatar.max-size", "9MB"))
        .isEqualTo("The setting avatar.max-size has the value '9MB', which must be 8MB or less.");
  }

  private static AvatarSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(AvatarSettings.class, values);
  }
}
