package org.packhouse.app.notice.imageproxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class ImageProxySettingsTest {

  @Test
  void imagesAreShownFromPublicAddressesUnlessTold() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new ImageProxySettings(
                true, List.of(), DataSize.ofMegabytes(5), Duration.ofSeconds(10)));
  }

  @Test
  void readsEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "image-proxy.enabled", "false",
                    "image-proxy.allowed-addresses", "10.1.0.0/16,fd00::1",
                    "image-proxy.max-size", "1MB",
                    "image-proxy.timeout", "2s")))
        .isEqualTo(
            new ImageProxySettings(
                false,
                List.of("10.1.0.0/16", "fd00::1"),
                DataSize.ofMegabytes(1),
                Duration.ofSeconds(2)));
  }

  @Test
  void refusesWhatCannotBe() {
    assertRefused("allowed-addresses", "example.org", "\"example.org\" is neither an address");
    assertRefused(
        "max-size", "1GB", "image-proxy.max-size has the value '1GB', which must be 50MB or less");
    assertRefused("timeout", "0s", "which must be 1ms or more");
  }

  private static void assertRefused(String key, String value, String sentence) {
    assertThat(SettingsBinding.refusal(ImageProxySettings.class, "image-proxy." + key, value))
        .contains(sentence);
  }

  private static ImageProxySettings bind(Map<String, String> values) {
    return SettingsBinding.bind(ImageProxySettings.class, values);
  }
}
