package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsCheckTest {

  private static final Pattern NAME =
      Pattern.compile("\\b(server|setup)\\.[a-zA-Z-]+(\\.[a-zA-Z-]+)*");

  private final SettingsCheck check =
      new SettingsCheck(KnownSettings.find(), ForeignSettings.read());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc.url",
        "packhouse.home",
        "packhouse.shared-home",
        "packhouse.sharedHome",
        "server.port",
        "server.ssl.certificate",
        "server.context-path",
        "logging.level.org.packhouse"
      })
  void acceptsWhatItKnows(String key) {
    assertThat(check.check(key, "the command line")).isEmpty();
  }

  @Test
  void refusesAnUnknownKeyAndNamesTheNearest() {
    assertThatThrownBy(() -> check.check("jdbc.usr", "the command line"))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage("Unknown setting jdbc.usr in the command line; did you mean jdbc.user.");
  }

  @Test
  void warnsOfWhatIsBitbucketsAndNamesOurs() {
    assertThat(check.check("plugin.ssh.port", "packhouse.properties"))
        .hasValue(
            "The setting plugin.ssh.port in packhouse.properties has no effect. Use"
                + " server.ssh.port.");
    assertThat(check.check("plugin.anything.at.all", "packhouse.properties"))
        .hasValueSatisfying(warning -> assertThat(warning).contains("There are no plugins"));
  }

  @Test
  void refusesAnUnknownVariableWithOurPrefix() {
    assertThatThrownBy(() -> check.checkVariables(Map.of("PACKHOUSE_HOM", "/srv")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage("Unknown environment variable PACKHOUSE_HOM; did you mean PACKHOUSE_HOME.");
  }

  @Test
  void leavesVariablesOfOthersAlone() {
    Map<String, String> variables =
        Map.of("JDBC_URL", "x", "PATH", "/bin", "PACKHOUSE_SHARED_HOME", "/srv/shared");
    assertThatCode(() -> check.checkVariables(variables)).doesNotThrowAnyException();
  }

  @Test
  void knowsSettingsThatMeanTheSameAsOnesOfOurs() {
    KnownSettings known = KnownSettings.find();
    assertThat(ForeignSettings.read().meanings())
        .containsEntry("plugin.bitbucket-scm-cache.protocols", "scm-cache.protocols")
        .allSatisfy((key, ours) -> {
          assertThat(known.knows(ours)).as(ours).isTrue();
          assertThat(check.check(key, "a file")).isEmpty();
        });
  }

  @Test
  void everyAdviceNamesSettingsThatExist() {
    KnownSettings known = KnownSettings.find();
    ForeignSettings foreign = ForeignSettings.read();
    for (String key : new String[] {"plugin.ssh.port", "plugin.ssh.baseurl"}) {
      String advice = foreign.advice(key).orElseThrow();
      Matcher names = NAME.matcher(advice);
      while (names.find()) {
        assertThat(known.knows(names.group())).as(names.group()).isTrue();
      }
    }
  }
}
