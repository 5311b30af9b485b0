package org.packhouse.app.upkeep.imports.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.springframework.util.unit.DataSize;

class ImportSettingsTest {

  @Test
  void allowsNoPrivateAddressAndNoDirectoryUnlessTold() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new ImportSettings(
                List.of(),
                null,
                DataSize.ofGigabytes(10),
                Duration.ofHours(6),
                Duration.ofMinutes(2),
                Duration.ofMinutes(5),
                2));
    assertThat(SettingsBinding.bind(ImportSettings.LocalSettings.class, Map.of()).root()).isNull();
  }

  @Test
  void readsEverySetting(@TempDir Path directory) throws IOException {
    Path authorities = Files.createFile(directory.resolve("authorities.pem"));
    assertThat(
            bind(
                Map.of(
                    "import.allowed-addresses", "10.1.0.0/16,fd00::1",
                    "import.ca-certificates", authorities.toString(),
                    "import.max-size", "2GB",
                    "import.timeout", "1h",
                    "import.connect-timeout", "10s",
                    "import.idle-timeout", "30s",
                    "import.threads", "4")))
        .isEqualTo(
            new ImportSettings(
                List.of("10.1.0.0/16", "fd00::1"),
                authorities,
                DataSize.ofGigabytes(2),
                Duration.ofHours(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                4));
    Map<String, String> local = Map.of("import.local.root", "/srv/git");
    assertThat(SettingsBinding.bind(ImportSettings.LocalSettings.class, local).root())
        .isEqualTo(Path.of("/srv/git"));
  }

  @Test
  void refusesWhatCannotBe() {
    assertRefused("allowed-addresses", "10.0.0.0/33", "\"10.0.0.0/33\" is neither an address");
    assertRefused("allowed-addresses", "example.org", "\"example.org\" is neither an address");
    assertRefused("ca-certificates", "/nowhere.pem", "import.ca-certificates is /nowhere.pem");
    assertThat(
            SettingsBinding.refusal(ImportSettings.LocalSettings.class, "import.local.root", "git"))
        .contains("import.local.root is git, but must be an absolute path");
    assertRefused("threads", "0", "import.threads has the value '0', which must be greater");
    assertRefused("timeout", "0s", "import.timeout has the value '0s', which must be 1ms or more");
    assertRefused("connect-timeout", "0s", "which must be 1ms or more");
    assertRefused("idle-timeout", "500ms", "which must be 1s or more");
    assertRefused("max-size", "-1B", "import.max-size has the value '-1B', which must be 0B");
  }

  private static void assertRefused(String key, String value, String sentence) {
    assertThat(SettingsBinding.refusal(ImportSettings.class, "import." + key, value))
        .contains(sentence);
  }

  static ImportSettings bind(Map<String, String> values) {
    return SettingsBinding.bind(ImportSettings.class, values);
  }
}
