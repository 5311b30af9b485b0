package org.packhouse.app.platform.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.aot.AotDetector;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.env.PropertySource;
import org.springframework.util.ClassUtils;

/**
 * Decides whether a start uses the bean definitions of the build ({@code spring-boot:process-aot}),
 * which saves it from reading annotations. Conditions were decided by the build, so annotations are
 * read where a setting decides otherwise, and for commands, which have other beans.
 */
final class BuiltBeans implements EnvironmentPostProcessor, Ordered {

  /** Suffix of the class that the build generates for the main class. */
  private static final String MADE = "__ApplicationContextInitializer";

  /** Prefixes of settings that may decide a library's condition, without word separators. */
  private static final List<String> OF_LIBRARIES =
      List.of("spring", "management", "serverforwardheadersstrategy");

  /** Setting that asks for these definitions, or generates them. */
  private static final String OF_THIS = "springaot";

  /** Sources that administrators write; Spring Boot adds keys of its own to others. */
  private static final Set<String> SAID =
      Set.of("commandLineArgs", "packhouseFile", "systemProperties", "systemEnvironment");

  /** Runs when all sources of settings are there. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
      refuseToDecide(environment);
    } else if (AotDetector.useGeneratedArtifacts()
        && !(isMadeFor(application) && decidesAsTheBuild(environment))) {
      SpringProperties.setProperty(AotDetector.AOT_ENABLED, "false");
    }
  }

  /** A build that read such a setting from its environment would decide it for everybody. */
  static void refuseToDecide(ConfigurableEnvironment environment) {
    List<String> deciding = deciding(environment).toList();
    if (!deciding.isEmpty()) {
      throw new StartRefusedException(
          "The build decides with the defaults which beans there are; take out of its environment: %s."
              .formatted(String.join(", ", deciding)));
    }
  }

  private static boolean isMadeFor(SpringApplication application) {
    Class<?> main = application.getMainApplicationClass();
    return main != null
        && application.getAllSources().equals(Set.of(main))
        && ClassUtils.isPresent(main.getName() + MADE, main.getClassLoader());
  }

  /** Returns whether each condition on a setting is as with the defaults. */
  static boolean decidesAsTheBuild(ConfigurableEnvironment environment) {
    return deciding(environment).findAny().isEmpty();
  }

  private static Stream<String> deciding(ConfigurableEnvironment environment) {
    List<String> own = new ArrayList<>();
    if (is("false", "row-cache.enabled", environment)) {
      own.add("row-cache.enabled");
    }
    if (is("true", "hook-script.enabled", environment)) {
      own.add("hook-script.enabled");
    }
    if (!environment.getProperty("packhouse.checkpoint.directory", "none").equals("none")) {
      own.add("packhouse.checkpoint.directory");
    }
    return Stream.concat(
        own.stream(),
        environment.getPropertySources().stream()
            .filter(source -> SAID.contains(source.getName()))
            .flatMap(BuiltBeans::names)
            .filter(BuiltBeans::isOfLibraries));
  }

  private static boolean is(String value, String key, PropertyResolver settings) {
    return value.equalsIgnoreCase(settings.getProperty(key));
  }

  private static Stream<String> names(PropertySource<?> source) {
    return source instanceof EnumerablePropertySource<?> all
        ? Stream.of(all.getPropertyNames())
        : Stream.empty();
  }

  private static boolean isOfLibraries(String name) {
    String bare = bare(name);
    return OF_LIBRARIES.stream().anyMatch(bare::startsWith) && !bare.startsWith(OF_THIS);
  }

  private static String bare(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
  }
}
