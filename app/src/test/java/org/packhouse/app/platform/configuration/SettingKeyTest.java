package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettingKeyTest {

  @Test
  void matchesHoweverThePartsAreWritten() {
    SettingKey key = new SettingKey("setup.sysadmin.display-name", false);
    assertThat(key.matches("setup.sysadmin.displayName")).isTrue();
    assertThat(key.matches("setup.sysadmin.display_name")).isTrue();
    assertThat(key.matches("setup.sysadmin.display-name.first")).isFalse();
    assertThat(key.matches("setup.sysadmin")).isFalse();
  }

  @Test
  void matchesAnyNameWhereOneIsGiven() {
    SettingKey key = new SettingKey("throttle.resource.*.limit", false);
    assertThat(key.matches("throttle.resource.scm-hosting.limit")).isTrue();
    assertThat(key.matches("throttle.resource[scm-hosting].limit")).isTrue();
    assertThat(key.matches("throttle.resource.limit")).isFalse();
  }

  @Test
  void matchesEverythingBelowASubtree() {
    SettingKey key = new SettingKey("server.ssl", true);
    assertThat(key.matches("server.ssl.key-store")).isTrue();
    assertThat(key.matches("server.ssl")).isTrue();
    assertThat(key.matches("server.sslx")).isFalse();
  }

  @Test
  void isMeantByVariablesWithAndWithoutOurPrefix() {
    assertThat(new SettingKey("packhouse.shared-home", false).variables())
        .containsExactly("PACKHOUSE_SHARED_HOME", "PACKHOUSE_SHAREDHOME");
    assertThat(new SettingKey("jdbc.url", false).variables())
        .containsExactly("JDBC_URL", "PACKHOUSE_JDBC_URL");
  }

  @Test
  void countsTheLettersThatDiffer() {
    assertThat(EditDistance.between("jdbc.usr", "jdbc.user")).isEqualTo(1);
    assertThat(EditDistance.between("", "abc")).isEqualTo(3);
    assertThat(EditDistance.between("home", "home")).isZero();
  }
}
