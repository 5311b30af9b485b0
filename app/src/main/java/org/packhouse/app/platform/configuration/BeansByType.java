package org.packhouse.app.platform.configuration;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.ApplicationContextFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.ResolvableType;
import org.springframework.data.repository.Repository;

/**
 * A factory of beans that knows which beans are of a type. Spring looks at all definitions, more
 * than a thousand, for each type that something asks for, hundreds of them in a start, and finds
 * out anew what each definition makes: two fifths of what a start did. Here that is found out once,
 * when all definitions are there ({@link TypesOfBeans}), and Spring still has the last word: it
 * looks whether a bean that is named to it may be had, and at all definitions where the index
 * cannot tell.
 */
public final class BeansByType extends DefaultListableBeanFactory {

  /**
   * A question.
   *
   * @param withPrototypes whether beans that are made for each who asks count
   */
  private record Question(Class<?> type, boolean withPrototypes) {}

  private final Set<Class<?>> resolvable = ConcurrentHashMap.newKeySet();

  /** What was answered, until a bean without definition comes or goes, as Spring remembers it. */
  private final Map<Question, String[]> answers = new ConcurrentHashMap<>();

  /** Null until all definitions are there, and if one comes later. */
  private volatile @Nullable TypesOfBeans types;

  /** One without definitions. */
  BeansByType() {}

  /** Makes the context of a web server over such a factory. */
  public static ApplicationContextFactory contexts() {
    return type ->
        AotDetector.useGeneratedArtifacts()
            ? new OfBuiltBeans(new BeansByType())
            : new OfReadBeans(new BeansByType());
  }

  /** With the beans that the build has found. */
  private static final class OfBuiltBeans extends ServletWebServerApplicationContext {

    OfBuiltBeans(BeansByType beans) {
      super(beans);
    }

    @Override
    protected void onRefresh() {
      getBeansOfType(MadeFirst.class);
      super.onRefresh();
    }
  }

  /** With the beans that annotations say. */
  private static final class OfReadBeans
      extends AnnotationConfigServletWebServerApplicationContext {

    OfReadBeans(BeansByType beans) {
      super(beans);
    }

    @Override
    protected void onRefresh() {
      getBeansOfType(MadeFirst.class);
      super.onRefresh();
    }
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
      types = TypesOfBeans.of(this);
      setAutowireCandidateResolver(new NamedByType());
    }
  }

  @Override
  public void registerBeanDefinition(String name, BeanDefinition definition) {
    super.registerBeanDefinition(name, definition);
    types = null;
  }

  @Override
  public void removeBeanDefinition(String name) {
    super.removeBeanDefinition(name);
    types = null;
  }

  @Override
  protected void addSingleton(String name, Object bean) {
    super.addSingleton(name, bean);
    TypesOfBeans known = types;
    if (known != null) {
      known.add(name, bean, containsBeanDefinition(name));
    }
  }

  @Override
  public void registerSingleton(String name, Object bean) {
    super.registerSingleton(name, bean);
    answers.clear();
  }

  @Override
  public void destroySingleton(String name) {
    super.destroySingleton(name);
    answers.clear();
  }

  @Override
  public void destroySingletons() {
    super.destroySingletons();
    answers.clear();
  }

  /** The name of the one definition that makes beans of a type; null if none does, or several. */
  @Nullable String nameOf(Class<?> type) {
    TypesOfBeans known = types;
    String name = known == null ? null : known.only(type);
    if (name == null) {
      return null;
    }
    // Spring itself hands out things of these types that no definition makes, such as the context.
    return resolvable.stream().anyMatch(it -> it.isAssignableFrom(type)) ? null : name;
  }

  @Override
  public String[] getBeanNamesForType(
      @Nullable Class<?> type, boolean includeNonSingletons, boolean allowEagerInit) {
    TypesOfBeans known = types;
    if (type == null || known == null || !isConfigurationFrozen()) {
      return super.getBeanNamesForType(type, includeNonSingletons, allowEagerInit);
    }
    Question question = new Question(type, includeNonSingletons);
    String[] before = allowEagerInit ? answers.get(question) : null;
    if (before != null) {
      return before;
    }
    String[] names = known.namesOf(type, includeNonSingletons, allowEagerInit);
    if (names == null) {
      return super.getBeanNamesForType(type, includeNonSingletons, allowEagerInit);
    }
    if (allowEagerInit) {
      answers.put(question, names);
    }
    return names;
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

  /** What Spring finds when it looks at all definitions. */
  String[] namesBySpring(Class<?> type, boolean includeNonSingletons, boolean allowEagerInit) {
    return super.getBeanNamesForType(type, includeNonSingletons, allowEagerInit);
  }

  @Override
  protected boolean isTypeMatch(
      String name, ResolvableType typeToMatch, boolean allowFactoryBeanInit) {
    return mayMatch(name, typeToMatch.resolve())
        && super.isTypeMatch(name, typeToMatch, allowFactoryBeanInit);
  }

  /** Whether a bean is of a class, or may come to be. */
  boolean matches(String name, Class<?> type, boolean allowEagerInit) {
    return isTypeMatch(
        name, ResolvableType.forRawClass(type), allowEagerInit || containsSingleton(name));
  }

  /** False if neither the definition nor the bean, if it is there, can be of the class. */
  private boolean mayMatch(String name, @Nullable Class<?> asked) {
    TypesOfBeans index = types;
    Class<?> known = index == null ? null : index.declared(name);
    return known == null
        || asked == null
        || asked.isAssignableFrom(known)
        || asked.isInstance(getSingleton(name, false));
  }

  /**
   * Names the bean where what asks has another name for it, or none; and gives a store of entities
   * out before it is made, which waits for Hibernate.
   */
  private final class NamedByType extends ContextAnnotationAutowireCandidateResolver {

    @Override
    protected boolean isLazy(DependencyDescriptor descriptor) {
      return Repository.class.isAssignableFrom(descriptor.getDependencyType())
          || super.isLazy(descriptor);
    }

    @Override
    public @Nullable String getSuggestedName(DependencyDescriptor descriptor) {
      String qualified = super.getSuggestedName(descriptor);
      return qualified == null ? nameOf(descriptor.getDependencyType()) : qualified;
    }
  }
}
