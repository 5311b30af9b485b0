package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;

class DatabaseSettingsTest {

  private static final Duration FIVE = Duration.ofSeconds(5);

  @Test
  void hasDefaults() {
    assertThat(bind(Map.of())).isEqualTo(new DatabaseSettings(null, null, null, 20, FIVE, FIVE));
  }

  @Test
  void takesEverySetting() {
    assertThat(
            bind(
                Map.of(
                    "jdbc.url", "jdbc:postgresql://db/x",
                    "jdbc.user", "u",
                    "jdbc.password", "p",
                    "jdbc.pool-size", "7",
                    "jdbc.pool-timeout", "1s",
                    "jdbc.connect-timeout", "2s")))
        .isEqualTo(
            new DatabaseSettings(
                "jdbc:postgresql://db/x",
                "u",
                "p",
                7,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2)));
  }

  @Test
  void addsTimeOutsToAUrlThatHasNone() {
    DatabaseAddress plain = new DatabaseAddress("jdbc:postgresql://db/x", "u", "p");
    assertThat(plain.with("connectTimeout", "5").with("socketTimeout", "60").url())
        .isEqualTo("jdbc:postgresql://db/x?connectTimeout=5&socketTimeout=60");
    DatabaseAddress own = new DatabaseAddress("jdbc:postgresql://db/x?connectTimeout=1", "u", "p");
    assertThat(own.with("connectTimeout", "5")).isEqualTo(own);
  }

  private static DatabaseSettings bind(Map<String, String> settings) {
    return SettingsBinding.bind(DatabaseSettings.class, settings);
  }
}
