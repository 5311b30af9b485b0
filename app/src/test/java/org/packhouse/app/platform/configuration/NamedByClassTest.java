package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.web.servlet.DispatcherServlet;

class NamedByClassTest {

  private ApplicationContext context;

  @BeforeEach
  void server() {
    context =
        Objects.requireNonNull(
            TestingServer.shared().get(DispatcherServlet.class).getWebApplicationContext());
  }

  /** Otherwise a start looks at all definitions for it, and nobody is told. */
  @Test
  void componentsAndSettingsAreCalledAsTheirClassSays() {
    List<String> names =
        Stream.of(Component.class, ConfigurationProperties.class)
            .flatMap(kind -> Stream.of(context.getBeanNamesForAnnotation(kind)))
            .filter(name -> userClass(name).getName().startsWith("org.packhouse."))
            .toList();
    assertThat(names)
        .hasSizeGreaterThan(400)
        .allSatisfy(name -> assertThat(NamedByClass.name(userClass(name))).isEqualTo(name));
  }

  @Test
  void whatIsNotOfThisProgramIsFoundByItsType() {
    assertThat(NamedByClass.name(DispatcherServlet.class)).isNull();
    assertThat(NamedByClass.name(Ours.class)).isNull();
  }

  private interface Ours {}

  private Class<?> userClass(String name) {
    return ClassUtils.getUserClass(Objects.requireNonNull(context.getType(name)));
  }
}
