package org.packhouse.app.platform.configuration;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.aot.AotDetector;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.env.PropertySource;
import org.springframework.util.ClassUtils;

/**
 * Decides whether a start takes the definitions of beans that the build has made ({@code
 * spring-boot:process-aot}), which saves it from reading annotations. The launcher asks for them;
 * but conditions were decided when they were made, so where a setting decides otherwise, and for
 * commands, which have other beans than the server, annotations are read as without them.
 */
final class BuiltBeans implements EnvironmentPostProcessor, Ordered {

  /** What follows the name of the main class in that of the class that the build has made. */
  private static final String MADE = "__ApplicationContextInitializer";

  /**
   * How settings begin of which one may decide a condition of a library, without what separates
   * words, which in a variable of the environment differs.
   */
  private static final List<String> OF_LIBRARIES =
      List.of("spring", "management", "serverforwardheadersstrategy");

  private static final String ASKED_FOR = bare(AotDetector.AOT_ENABLED);

  /** Where people say something; Spring Boot itself adds keys of its own elsewhere. */
  private static final Set<String> SAID =
      Set.of("commandLineArgs", "packhouseFile", "systemProperties", "systemEnvironment");

  /** After all sources of settings are there. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (AotDetector.useGeneratedArtifacts()
        && !(isMadeFor(application) && decidesAsTheBuild(environment))) {
      SpringProperties.setProperty(AotDetector.AOT_ENABLED, "false");
    }
  }

  private static boolean isMadeFor(SpringApplication application) {
    Class<?> main = application.getMainApplicationClass();
    return main != null
        && application.getAllSources().equals(Set.of(main))
        && ClassUtils.isPresent(main.getName() + MADE, main.getClassLoader());
  }

  /** Whether each condition on a setting comes out as it did with the defaults. */
  static boolean decidesAsTheBuild(ConfigurableEnvironment environment) {
    return !is("false", "row-cache.enabled", environment)
        && !is("true", "hook-script.enabled", environment)
        && environment.getProperty("packhouse.checkpoint.directory", "none").equals("none")
        && environment.getPropertySources().stream()
            .filter(source -> SAID.contains(source.getName()))
            .flatMap(BuiltBeans::names)
            .noneMatch(BuiltBeans::isOfLibraries);
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
    return OF_LIBRARIES.stream().anyMatch(bare::startsWith) && !bare.equals(ASKED_FOR);
  }

  private static String bare(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
  }
}
