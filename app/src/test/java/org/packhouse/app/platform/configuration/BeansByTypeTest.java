package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.web.servlet.DispatcherServlet;

class BeansByTypeTest {

  /** Otherwise a start looks at all definitions for each type, and nobody is told. */
  @Test
  void aServerHasOne() {
    assertThat(factory(server())).isInstanceOf(BeansByType.class);
    assertThat(types(factory(server())).filter(it -> named(server(), it) != null))
        .hasSizeGreaterThan(700);
  }

  @Test
  void noBeanIsOverlookedWhoeverAsks() {
    DefaultListableBeanFactory factory = factory(server());
    assertThat(types(factory))
        .hasSizeGreaterThan(1_000)
        .allSatisfy(type ->
            assertThat(
                    Stream.of(factory.getBeanDefinitionNames())
                        .filter(name -> type.isInstance(made(factory, name))))
                .isSubsetOf(factory.getBeanNamesForType(type)));
  }

  @Test
  void findsWhatSpringFindsInTheOrderInWhichSpringDoes() {
    BeansByType factory = (BeansByType) factory(server());
    List<Class<?>> types = types(factory).toList();
    assertThat(types).hasSizeGreaterThan(1_500);
    for (Class<?> type : types) {
      for (boolean all : new boolean[] {true, false}) {
        for (boolean eagerly : new boolean[] {true, false}) {
          assertThat(factory.getBeanNamesForType(type, all, eagerly))
              .as("%s, with prototypes %s, eagerly %s", type, all, eagerly)
              .isEqualTo(factory.namesBySpring(type, all, eagerly));
        }
      }
    }
  }

  @Test
  void aDefinitionThatComesLateIsFound() {
    try (ConfigurableApplicationContext context = context(Pieces.class)) {
      assertThat(context.getBeanNamesForType(StringBuilder.class)).isEmpty();
      factory(context).registerBeanDefinition("late", new RootBeanDefinition(StringBuilder.class));
      assertThat(context.getBeanNamesForType(StringBuilder.class)).containsExactly("late");
    }
  }

  @Test
  void aBeanWithoutADefinitionIsFoundFromWhenItIsThereUntilItIsGone() {
    try (ConfigurableApplicationContext context = context(Pieces.class)) {
      assertThat(context.getBeanNamesForType(StringJoiner.class)).isEmpty();
      factory(context).registerSingleton("late", new StringJoiner(","));
      assertThat(context.getBeanNamesForType(StringJoiner.class)).containsExactly("late");
      factory(context).destroySingleton("late");
      assertThat(context.getBeanNamesForType(StringJoiner.class)).isEmpty();
    }
  }

  @Test
  void whatIsNamedIsTheOnlyOneOfItsType() {
    DefaultListableBeanFactory factory = factory(server());
    assertThat(
            types(factory)
                .filter(it -> it.getName().startsWith("org.packhouse."))
                .filter(it -> named(server(), it) != null))
        .hasSizeGreaterThan(400)
        .allSatisfy(type ->
            assertThat(factory.getBeanNamesForType(type)).containsExactly(named(server(), type)));
  }

  @Test
  void aBeanIsFoundByWhatItIsThoughItsDefinitionSaysLess() {
    try (ConfigurableApplicationContext context = context(Pieces.class)) {
      assertThat(context.getBean("door", Runnable.class)).isInstanceOf(Closeable.class);
      assertThat(context.getBeanNamesForType(Closeable.class)).contains("door");
    }
  }

  @Test
  void ofSeveralThePrimaryOneIsTakenAndOfOneTypeArgumentTheOneThatHasIt() {
    try (ConfigurableApplicationContext context = context(Pieces.class)) {
      Asking asking = context.getBean(Asking.class);
      assertThat(asking.one.get()).isEqualTo("first");
      assertThat(asking.all).hasSize(2);
      assertThat(asking.length.apply("four")).isEqualTo(4);
      assertThat(asking.none.getIfAvailable()).isNull();
      assertThat(asking.context).isSameAs(context);
    }
  }

  record Asking(
      Supplier<String> one,
      List<Supplier<String>> all,
      Function<String, Integer> length,
      ObjectProvider<Function<Integer, String>> none,
      ApplicationContext context) {}

  private static final class Door implements Runnable, Closeable {
    @Override
    public void run() {}

    @Override
    public void close() {}
  }

  /** Not annotated: servers of tests would find it. */
  static class Pieces {

    @Bean
    static SettledDefinitions settledDefinitions() {
      return new SettledDefinitions();
    }

    @Bean
    Runnable door() {
      return new Door();
    }

    @Bean
    Asking asking(
        Supplier<String> one,
        List<Supplier<String>> all,
        Function<String, Integer> length,
        ObjectProvider<Function<Integer, String>> none,
        ApplicationContext context) {
      return new Asking(one, all, length, none, context);
    }

    @Bean
    Supplier<String> second() {
      return () -> "second";
    }

    @Bean
    @Primary
    Supplier<String> first() {
      return () -> "first";
    }

    @Bean
    Function<String, Integer> length() {
      return String::length;
    }
  }

  private static ConfigurableApplicationContext context(Class<?> pieces) {
    AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(new BeansByType());
    context.register(pieces);
    context.refresh();
    return context;
  }

  private static ApplicationContext server() {
    return Objects.requireNonNull(
        TestingServer.shared().get(DispatcherServlet.class).getWebApplicationContext());
  }

  private static DefaultListableBeanFactory factory(ApplicationContext context) {
    return (DefaultListableBeanFactory) context.getAutowireCapableBeanFactory();
  }

  private static @Nullable String named(ApplicationContext context, Class<?> type) {
    return ((BeansByType) factory(context)).nameOf(type);
  }

  /** What beans are: their classes, and what these extend. */
  private static Stream<Class<?>> types(ListableBeanFactory factory) {
    TreeSet<Class<?>> types =
        new TreeSet<>((one, other) -> one.getName().compareTo(other.getName()));
    for (String name : factory.getBeanDefinitionNames()) {
      for (Class<?> type = factory.getType(name); type != null; type = type.getSuperclass()) {
        types.add(type);
        types.addAll(List.of(type.getInterfaces()));
      }
    }
    return types.stream();
  }

  /** The bean of a name; null if it is made by a factory, or for each who asks. */
  private static @Nullable Object made(DefaultListableBeanFactory factory, String name) {
    Object made = factory.getSingleton(name);
    return made instanceof FactoryBean<?> ? null : made;
  }
}
