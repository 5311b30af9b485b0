package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;
import org.springframework.web.servlet.DispatcherServlet;

class UnsetSettingsTest {

  /** They are left unchecked in a start. */
  @Test
  void theDefaultsOfAllSettingsAreValid() {
    ApplicationContext context =
        Objects.requireNonNull(
            TestingServer.shared().get(DispatcherServlet.class).getWebApplicationContext());
    List<Class<?>> settings =
        Stream.of(context.getBeanNamesForAnnotation(ConfigurationProperties.class))
            .<Class<?>>map(
                it -> ClassUtils.getUserClass(Objects.requireNonNull(context.getType(it))))
            .filter(type -> type.getName().startsWith("org.packhouse."))
            .toList();
    assertThat(settings).hasSizeGreaterThan(40).allSatisfy(UnsetSettingsTest::checkDefaults);
  }

  private static void checkDefaults(Class<?> type) {
    try (var validators = Validation.buildDefaultValidatorFactory()) {
      String prefix = type.getAnnotation(ConfigurationProperties.class).value();
      new Binder(List.of())
          .bindOrCreate(
              prefix,
              Bindable.of(type),
              new ValidationBindHandler(new SpringValidatorAdapter(validators.getValidator())));
    }
  }

  @Test
  void whatNobodySaysIsNotChecked() {
    assertThat(bound(Map.of("other.most", "0")).getMost()).isZero();
  }

  @Test
  void whatIsSaidIsCheckedWithAllThatBelongsToIt() {
    assertThatThrownBy(() -> bound(Map.of("pieces.name", "x")))
        .rootCause()
        .hasMessageContaining("must be greater than or equal to 1");
    assertThatThrownBy(() -> bound(Map.of("pieces.most", "1", "pieces.inner.least", "0")))
        .rootCause()
        .hasMessageContaining("must be greater than or equal to 2");
    assertThat(bound(Map.of("pieces.most", "7", "pieces.inner.least", "2")).getMost()).isEqualTo(7);
  }

  @Test
  void whatTheEnvironmentSaysIsChecked() {
    assertThatThrownBy(() -> bound(Map.of("PIECES_INNER_LEAST", "1")))
        .rootCause()
        .hasMessageContaining("must be greater than or equal to");
  }

  /** Not annotated as settings: servers of tests would find them. */
  @Validated
  static class Pieces {

    @Min(1) private int most;

    private String name = "";
    @Valid private Inner inner = new Inner();

    public int getMost() {
      return most;
    }

    public void setMost(int most) {
      this.most = most;
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public Inner getInner() {
      return inner;
    }

    public void setInner(Inner inner) {
      this.inner = inner;
    }
  }

  static class Inner {

    @Min(2) private int least;

    public int getLeast() {
      return least;
    }

    public void setLeast(int least) {
      this.least = least;
    }
  }

  @EnableConfigurationProperties
  @Import(UnsetSettings.class)
  static class Definitions {

    @Bean
    @ConfigurationProperties("pieces")
    Pieces pieces() {
      return new Pieces();
    }
  }

  private static Pieces bound(Map<String, Object> said) {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              said.keySet().stream().anyMatch(it -> it.contains("_"))
                  ? new SystemEnvironmentPropertySource("said-systemEnvironment", said)
                  : new MapPropertySource("said", said));
      context.register(Definitions.class);
      context.refresh();
      return context.getBean(Pieces.class);
    }
  }
}
