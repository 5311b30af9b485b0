package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineSecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc.password",
        "setup.sysadmin.password",
        "server.ssl.key-store-password",
        "server.ssl.keyStorePassword"
      })
  void warnsOfASecretAndDoesNotRepeatIt(String key) {
    assertThat(CommandLineSecrets.warning(key, "tr0ub4dor"))
        .hasValueSatisfying(
            sentence -> assertThat(sentence).contains(key).doesNotContain("tr0ub4dor"));
  }

  @Test
  void saysNothingOfWhatIsNone() {
    assertThat(CommandLineSecrets.warning("jdbc.user", "packhouse")).isEmpty();
    assertThat(CommandLineSecrets.warning("jdbc.password", "")).isEmpty();
  }
}
