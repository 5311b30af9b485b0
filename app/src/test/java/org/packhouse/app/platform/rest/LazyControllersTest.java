package org.packhouse.app.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Controller;
import org.springframework.web.servlet.DispatcherServlet;

class LazyControllersTest {

  /** Otherwise a start makes two hundred of them, and nobody is told. */
  @Test
  void everyControllerOfOursIsMadeWhenARequestWantsIt() {
    DefaultListableBeanFactory beans = beans();
    List<String> controllers =
        Stream.of(beans.getBeanNamesForAnnotation(Controller.class))
            .filter(name -> isOurs(beans.getType(name)))
            .toList();

    assertThat(controllers)
        .hasSizeGreaterThan(200)
        .allMatch(name -> beans.getMergedBeanDefinition(name).isLazyInit());
  }

  private static boolean isOurs(@Nullable Class<?> type) {
    return Objects.requireNonNull(type).getName().startsWith("org.packhouse.");
  }

  private static DefaultListableBeanFactory beans() {
    ApplicationContext context =
        Objects.requireNonNull(
            TestingServer.shared().get(DispatcherServlet.class).getWebApplicationContext());
    return (DefaultListableBeanFactory) context.getAutowireCapableBeanFactory();
  }
}
