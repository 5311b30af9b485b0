package org.packhouse.app.platform.configuration;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Sources of settings, each before the next: the command line, the environment, {@code
 * packhouse.properties} in the shared home, the defaults. All are checked before anything starts.
 */
final class SettingsSources implements EnvironmentPostProcessor, Ordered {

  private static final String COMMAND_LINE =
      CommandLinePropertySource.COMMAND_LINE_PROPERTY_SOURCE_NAME;
  private static final String ENVIRONMENT =
      StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

  private final Log log;

  SettingsSources(DeferredLogFactory logs) {
    this.log = logs.getLog(SettingsSources.class);
  }

  /** Before Spring reads its own files, so that ours win over the defaults in them. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE + 5;
  }

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    boolean told = RepeatedStart.isMarked(environment);
    Consumer<String> warn = warning -> tell(warning, told);
    KnownSettings known = KnownSettings.find();
    ForeignSettings foreign = ForeignSettings.read();
    SettingsCheck check = new SettingsCheck(known, foreign);
    MutablePropertySources sources = environment.getPropertySources();
    PropertySource<?> commandLine = sources.get(COMMAND_LINE);
    if (commandLine instanceof EnumerablePropertySource<?> arguments) {
      for (String key : arguments.getPropertyNames()) {
        check.check(key, "the command line").ifPresent(warn);
        CommandLineSecrets.warning(key, arguments.getProperty(key)).ifPresent(warn);
      }
      sources.addAfter(
          COMMAND_LINE,
          new MapPropertySource("packhouseCommandLine", translated(arguments, foreign)));
    }
    Map<String, Object> variables = environment.getSystemEnvironment();
    check.checkVariables(variables);
    sources.addBefore(
        ENVIRONMENT, new MapPropertySource("packhouseEnvironment", named(variables, known)));
    addFile(environment, check, foreign, warn);
    addDerived(environment);
  }

  private void tell(String warning, boolean told) {
    if (!told) {
      log.warn(warning);
    }
  }

  /** Maps environment variables to the keys that they mean. */
  private static Map<String, Object> named(Map<String, Object> variables, KnownSettings known) {
    Map<String, Object> settings = new HashMap<>();
    for (SettingKey key : known.keys()) {
      for (String variable : key.variables()) {
        Object value = variables.get(variable);
        if (value != null) {
          settings.putIfAbsent(key.name(), value.toString());
        }
      }
    }
    return settings;
  }

  /** Maps Bitbucket's keys to ours. */
  private static Map<String, Object> translated(
      EnumerablePropertySource<?> said, ForeignSettings foreign) {
    Map<String, Object> settings = new HashMap<>();
    foreign
        .meanings()
        .forEach((key, ours) -> {
          Object value = said.getProperty(key);
          if (value != null) {
            settings.putIfAbsent(ours, value);
          }
        });
    return settings;
  }

  private void addFile(
      ConfigurableEnvironment environment,
      SettingsCheck check,
      ForeignSettings foreign,
      Consumer<String> warn) {
    Path file = HomeDirectories.of(environment).shared().resolve("packhouse.properties");
    if (!Files.exists(file)) {
      return;
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new StartRefusedException(
          "Cannot read the settings in %s: %s.".formatted(file, e.getMessage()), e);
    }
    Map<String, Object> settings = new LinkedHashMap<>();
    for (String key : properties.stringPropertyNames().stream().sorted().toList()) {
      check.check(key, file.toString()).ifPresent(warn);
      if (List.of("packhouse.home", "packhouse.shared-home").contains(key)) {
        throw new StartRefusedException(
            "The setting %s cannot be in %s, which is found by it; use the command line or the environment."
                .formatted(key, file));
      }
      settings.put(key, properties.getProperty(key).strip());
    }
    MapPropertySource written = new MapPropertySource("packhouseFile", settings);
    environment.getPropertySources().addAfter(ENVIRONMENT, written);
    environment
        .getPropertySources()
        .addAfter(
            "packhouseFile",
            new MapPropertySource("packhouseFileTranslated", translated(written, foreign)));
  }

  /** Adds values that follow from other settings, behind all other sources. */
  private static void addDerived(ConfigurableEnvironment environment) {
    Map<String, Object> derived = new HashMap<>();
    Path local = HomeDirectories.of(environment).local();
    derived.put("logging.file.name", local.resolve("log").resolve("packhouse.log").toString());
    environment.getPropertySources().addLast(new MapPropertySource("packhouseDerived", derived));
  }
}
