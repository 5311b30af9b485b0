package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SettingsSourcesTest {

  @TempDir private Path home;

  @Test
  void theEnvironmentWinsOverTheFileAndTheCommandLineOverBoth() throws IOException {
    writeFile("jdbc.url=file\njdbc.user=file\njdbc.password=file\n");
    ConfigurableEnvironment environment =
        read(Map.of("JDBC_USER", "variable", "JDBC_PASSWORD", "variable"), "--jdbc.password=typed");
    assertThat(environment.getProperty("jdbc.url")).isEqualTo("file");
    assertThat(environment.getProperty("jdbc.user")).isEqualTo("variable");
    assertThat(environment.getProperty("jdbc.password")).isEqualTo("typed");
  }

  @Test
  void understandsVariablesWithOurPrefix() throws IOException {
    ConfigurableEnvironment environment =
        read(
            Map.of(
                "PACKHOUSE_SHARED_HOME",
                home.resolve("elsewhere").toString(),
                "PACKHOUSE_JDBC_URL",
                "x"));
    assertThat(environment.getProperty("jdbc.url")).isEqualTo("x");
    assertThat(HomeDirectories.of(environment).shared()).isEqualTo(home.resolve("elsewhere"));
  }

  @Test
  void understandsWordsOfBitbucketAndLetsOursWin() throws IOException {
    writeFile(
        """
        plugin.bitbucket-scm-cache.protocols=SSH
        plugin.bitbucket-scm-cache.location=/theirs
        scm-cache.location=/ours
        """);
    ConfigurableEnvironment environment =
        read(Map.of(), "--plugin.bitbucket-scm-cache.minimum.free.space=7");
    assertThat(environment.getProperty("scm-cache.protocols")).isEqualTo("SSH");
    assertThat(environment.getProperty("scm-cache.location")).isEqualTo("/ours");
    assertThat(environment.getProperty("scm-cache.min-free-disk")).isEqualTo("7");
  }

  @Test
  void refusesAnUnknownKeyInTheFileAndNamesTheFile() throws IOException {
    writeFile("server.prot=1\n");
    assertThatThrownBy(() -> read(Map.of()))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("Unknown setting server.prot in")
        .hasMessageContaining("packhouse.properties; did you mean server.port.");
  }

  @Test
  void refusesAnUnknownKeyOnTheCommandLine() {
    assertThatThrownBy(() -> read(Map.of(), "--packhouse.shared-hom=/x"))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("did you mean packhouse.shared-home");
  }

  @Test
  void refusesAFileThatNamesTheDirectoryItLiesIn() throws IOException {
    writeFile("packhouse.home=/elsewhere\n");
    assertThatThrownBy(() -> read(Map.of()))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("packhouse.home cannot be in");
  }

  @Test
  void keepsTheLogInTheLocalHome() {
    assertThat(read(Map.of()).getProperty("logging.file.name"))
        .isEqualTo(home.resolve("log/packhouse.log").toString());
  }

  private void writeFile(String text) throws IOException {
    Files.createDirectories(home.resolve("shared"));
    Files.writeString(home.resolve("shared/packhouse.properties"), text);
  }

  private ConfigurableEnvironment read(Map<String, String> variables, String... arguments) {
    StandardEnvironment environment = new GivenEnvironment(variables);
    String[] all = new String[arguments.length + 1];
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[0] = "--packhouse.home=" + home;
    environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(all));
    DeferredLogFactory logs = SettingsSourcesTest::log;
    new SettingsSources(logs).postProcessEnvironment(environment, new SpringApplication());
    return environment;
  }

  private static Log log(Supplier<Log> destination) {
    return LogFactory.getLog(SettingsSourcesTest.class);
  }

  private static final class GivenEnvironment extends StandardEnvironment {

    private final Map<String, Object> variables;

    GivenEnvironment(Map<String, String> variables) {
      this.variables = new HashMap<>(variables);
      getPropertySources()
          .replace(
              SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
              new SystemEnvironmentPropertySource(
                  SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, this.variables));
    }

    @Override
    public Map<String, Object> getSystemEnvironment() {
      return variables == null ? Map.of() : variables;
    }
  }
}
