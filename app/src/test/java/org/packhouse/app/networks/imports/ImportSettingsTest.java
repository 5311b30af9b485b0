package org.packhouse.app.networks.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class ImportSettingsTest {

  @Test
  void allowsNoPrivateAddressAndNoFolderUnlessTold() {
    assertThat(bind(Map.of()))
        .isEqualTo(
            new ImportSettings(
                List.of(),
                null,
                DataSize.ofGigabytes(10),
                DataSize.ofGigabytes(1),
                DataSize.ofGigabytes(1),
                Duration.ofHours(6),
                Duration.ofMinutes(2),
                Duration.ofMinutes(5),
                2,
                new ImportSettings.Local(null)));
  }

  @Test
  void readsEverySetting(@TempDir Path folder) throws IOException {
    Path authorities = Files.createFile(folder.resolve("authorities.pem"));
    assertThat(
            bind(
                Map.of(
                    "import.allowed-addresses", "10.1.0.0/16,fd00::1",
                    "import.ca-certificates", authorities.toString(),
                    "import.max-size", "2GB",
                    "import.max-memory", "512MB",
                    "import.min-free-disk", "5GB",
                    "import.timeout", "1h",
                    "import.connect-timeout", "10s",
                    "import.idle-timeout", "30s",
                    "import.threads", "4",
                    "import.local.root", "/srv/git")))
        .isEqualTo(
            new ImportSettings(
                List.of("10.1.0.0/16", "fd00::1"),
                authorities,
                DataSize.ofGigabytes(2),
                DataSize.ofMegabytes(512),
                DataSize.ofGigabytes(5),
                Duration.ofHours(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                4,
                new ImportSettings.Local(Path.of("/srv/git"))));
  }

  @Test
  void refusesWhatCannotBe() {
    assertRefused("allowed-addresses", "10.0.0.0/33", "\"10.0.0.0/33\" is neither an address");
    assertRefused("allowed-addresses", "example.org", "\"example.org\" is neither an address");
    assertRefused("ca-certificates", "/nowhere.pem", "import.ca-certificates is /nowhere.pem");
    assertRefused("threads", "0", "import.threads is 0");
    assertRefused("timeout", "0s", "import.timeout is PT0S");
    assertRefused("idle-timeout", "500ms", "import.idle-timeout is PT0.5S");
    assertRefused("max-size", "-1B", "import.max-size is -1B");
    assertRefused("max-memory", "1MB", "import.max-memory is");
    assertRefused("local.root", "git", "import.local.root is git, but must be an absolute path");
  }

  private static void assertRefused(String key, String value, String message) {
    assertThatThrownBy(() -> bind(Map.of("import." + key, value)))
        .rootCause()
        .hasMessageContaining(message);
  }

  static ImportSettings bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("import", ImportSettings.class);
  }
}
