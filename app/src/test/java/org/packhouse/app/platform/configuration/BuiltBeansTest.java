package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.testing.TestingServer;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class BuiltBeansTest {

  /** As {@code @ConditionalOnProperty (server.port=1)}. */
  private static final Pattern SETTING =
      Pattern.compile("On(?:Boolean)?Property \\(([a-z][a-zA-Z0-9.-]+)");

  @ParameterizedTest
  @CsvSource({
    "row-cache.enabled, true",
    "jdbc.pool-size, 5",
    "hook-script.enabled, false",
    "packhouse.checkpoint.directory, none",
    "server.port, 7990",
    "plugin.search.config.baseurl, spring",
    "spring.aot.enabled, true",
  })
  void areTakenWithSettingsThatDecideNoCondition(String key, String value) {
    assertThat(BuiltBeans.decidesAsTheBuild(environment("commandLineArgs", key, value))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "row-cache.enabled, false",
    "row-cache.enabled, FALSE",
    "hook-script.enabled, true",
    "packhouse.checkpoint.directory, /tmp",
    "spring.threads.virtual.enabled, false",
    "spring.profiles.active, mine",
    "management.server.port, 8081",
    "server.forward-headers-strategy, framework",
    "server.forwardHeadersStrategy, framework",
  })
  void areLeftWithSettingsThatDecideAConditionOtherwise(String key, String value) {
    assertThat(BuiltBeans.decidesAsTheBuild(environment("commandLineArgs", key, value))).isFalse();
    assertThat(BuiltBeans.decidesAsTheBuild(environment("packhouseFile", key, value))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "ROW_CACHE_ENABLED, false",
    "HOOK_SCRIPT_ENABLED, true",
    "SPRING_APPLICATION_JSON, {}",
    "SERVER_FORWARD_HEADERS_STRATEGY, framework",
  })
  void areLeftWithVariablesThatDoSo(String key, String value) {
    StandardEnvironment environment = environment("commandLineArgs", "server.port", "0");
    environment
        .getPropertySources()
        .addLast(new SystemEnvironmentPropertySource("systemEnvironment", Map.of(key, value)));
    assertThat(BuiltBeans.decidesAsTheBuild(environment)).isFalse();
  }

  /** As Spring Boot says its own process id, for one. */
  @Test
  void areTakenWhateverSpringSaysItself() {
    assertThat(
            BuiltBeans.decidesAsTheBuild(
                environment("applicationInfo", "spring.application.pid", "1")))
        .isTrue();
  }

  /** They would be those of whoever has built, for everybody. */
  @Test
  void areNotMadeWithSettingsThatDecideAConditionOtherwise() {
    BuiltBeans.refuseToDecide(environment("systemProperties", "spring.aot.processing", "true"));
    assertThatExceptionOfType(StartRefusedException.class)
        .isThrownBy(() ->
            BuiltBeans.refuseToDecide(
                environment("systemEnvironment", "SPRING_PROFILES_ACTIVE", "mine")))
        .withMessageEndingWith("take out of its environment: SPRING_PROFILES_ACTIVE.");
    assertThatExceptionOfType(StartRefusedException.class)
        .isThrownBy(() ->
            BuiltBeans.refuseToDecide(environment("commandLineArgs", "row-cache.enabled", "false")))
        .withMessageEndingWith("take out of its environment: row-cache.enabled.");
  }

  /** Every condition on a setting that was looked at must be one that a start looks at again. */
  @Test
  void noOtherSettingDecidesACondition() {
    ConditionEvaluationReport report = TestingServer.shared().get(ConditionEvaluationReport.class);
    Set<String> settings = new TreeSet<>();
    report
        .getConditionAndOutcomesBySource()
        .values()
        .forEach(outcomes ->
            outcomes.forEach(looked -> {
              Matcher setting = SETTING.matcher(looked.getOutcome().getMessage());
              while (setting.find()) {
                settings.add(setting.group(1));
              }
            }));
    assertThat(settings).contains("spring.jmx.enabled");
    settings.removeIf(
        key -> !BuiltBeans.decidesAsTheBuild(environment("commandLineArgs", key, "x")));
    assertThat(settings).containsExactly("hook-script.enabled", "row-cache.enabled");
  }

  private static StandardEnvironment environment(String source, String key, String value) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .forEach(own -> environment.getPropertySources().remove(own.getName()));
    environment.getPropertySources().addFirst(new MapPropertySource(source, Map.of(key, value)));
    ConfigurationPropertySources.attach(environment);
    return environment;
  }
}
