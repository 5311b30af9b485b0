package org.packhouse.app.platform.configuration;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.ApplicationContextFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.ResolvableType;

/**
 * A factory of beans that knows which bean is of a type. Spring looks at all definitions, more than
 * a thousand, for each type that something asks for, hundreds of them in a start, and finds out
 * anew what each definition makes: two fifths of what a start did. Here that is found out once,
 * when all definitions are there, and Spring still has the last word: it looks whether a bean that
 * is named to it may be had, and at all definitions where that is not so.
 */
public final class BeansByType extends DefaultListableBeanFactory {

  /** The name in {@link #only} of what several definitions make. */
  private static final String SEVERAL = "";

  private final Set<Class<?>> resolvable = new HashSet<>();

  /** Of each definition that makes no factory: the class it makes, or one that this extends. */
  private volatile Map<String, Class<?>> declared = Map.of();

  /** Of each class and interface that definitions make: the name of the one that does. */
  private volatile Map<Class<?>, String> only = Map.of();

  /** One without definitions. */
  BeansByType() {}

  /** Makes the context of a web server over such a factory. */
  public static ApplicationContextFactory contexts() {
    return type ->
        AotDetector.useGeneratedArtifacts()
            ? new ServletWebServerApplicationContext(new BeansByType())
            : new AnnotationConfigServletWebServerApplicationContext(new BeansByType());
  }

  @Override
  public void registerResolvableDependency(
      Class<?> dependencyType, @Nullable Object autowiredValue) {
    super.registerResolvableDependency(dependencyType, autowiredValue);
    resolvable.add(dependencyType);
  }

  @Override
  public void freezeConfiguration() {
    boolean first = !isConfigurationFrozen();
    super.freezeConfiguration();
    if (first) {
      index();
      setAutowireCandidateResolver(new NamedByType());
    }
  }

  private void index() {
    Map<String, Class<?>> types = new HashMap<>();
    Map<Class<?>, String> names = new HashMap<>();
    for (String name : getBeanDefinitionNames()) {
      Class<?> type = getType(name, false);
      if (type == null) {
        continue;
      }
      if (!isFactoryBean(name)) {
        types.put(name, type);
      }
      Set<Class<?>> all = new HashSet<>();
      addWithSupertypes(type, all);
      all.forEach(it -> names.merge(it, name, (_, _) -> SEVERAL));
    }
    declared = types;
    only = names;
  }

  private static void addWithSupertypes(@Nullable Class<?> type, Set<Class<?>> all) {
    if (type == null || type == Object.class || !all.add(type)) {
      return;
    }
    addWithSupertypes(type.getSuperclass(), all);
    for (Class<?> extended : type.getInterfaces()) {
      addWithSupertypes(extended, all);
    }
  }

  /** The name of the one definition that makes beans of a type; null if none does, or several. */
  @Nullable String nameOf(Class<?> type) {
    String name = only.get(type);
    if (name == null || name.equals(SEVERAL)) {
      return null;
    }
    // Spring itself hands out things of these types that no definition makes, such as the context.
    return resolvable.stream().anyMatch(it -> it.isAssignableFrom(type)) ? null : name;
  }

  /**
   * What is of no type cannot be of that type with arguments; Spring remembers the former alone.
   */
  @Override
  public String[] getBeanNamesForType(
      ResolvableType type, boolean includeNonSingletons, boolean allowEagerInit) {
    Class<?> raw = type.hasGenerics() && isConfigurationFrozen() ? type.resolve() : null;
    if (raw != null) {
      String[] names = getBeanNamesForType(raw, includeNonSingletons, allowEagerInit);
      if (names.length == 0) {
        return names;
      }
    }
    return super.getBeanNamesForType(type, includeNonSingletons, allowEagerInit);
  }

  @Override
  protected boolean isTypeMatch(
      String name, ResolvableType typeToMatch, boolean allowFactoryBeanInit) {
    return mayMatch(name, typeToMatch.resolve())
        && super.isTypeMatch(name, typeToMatch, allowFactoryBeanInit);
  }

  /** False if neither the definition nor the bean, if it is there, can be of the class. */
  private boolean mayMatch(String name, @Nullable Class<?> asked) {
    Class<?> known = declared.get(name);
    return known == null
        || asked == null
        || asked.isAssignableFrom(known)
        || asked.isInstance(getSingleton(name, false));
  }

  /** Names the bean where what asks has another name for it, or none. */
  private final class NamedByType extends ContextAnnotationAutowireCandidateResolver {

    @Override
    public @Nullable String getSuggestedName(DependencyDescriptor descriptor) {
      String qualified = super.getSuggestedName(descriptor);
      return qualified == null ? nameOf(descriptor.getDependencyType()) : qualified;
    }
  }
}
