package org.packhouse.app.platform.configuration;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;

/** An index of what definitions make, and of what the beans are that were made since. */
final class TypesOfBeans {

  /** The name in {@link #only} of what several definitions make. */
  private static final String SEVERAL = "";

  private final BeansByType beans;

  /** Of each definition that makes no factory: the class it makes, or one that this extends. */
  private final Map<String, Class<?>> declared = new HashMap<>();

  /** Where each stands: definitions first, then what came without one, as Spring names them. */
  private final Map<String, Integer> places = new ConcurrentHashMap<>();

  private final AtomicInteger next = new AtomicInteger();

  /** Of each class and interface that definitions make: the name of the one that does. */
  private final Map<Class<?>, String> only = new HashMap<>();

  /** Of each class and interface: the beans that are of it, without those that are in doubt. */
  private final Map<Class<?>, Set<String>> names = new ConcurrentHashMap<>();

  /** Factories, which may be meant themselves or what they make, and what nobody knows. */
  private final Set<String> doubtful = ConcurrentHashMap.newKeySet();

  private TypesOfBeans(BeansByType beans) {
    this.beans = beans;
  }

  /** That of all definitions, of which none comes later, and of the beans that are there. */
  static TypesOfBeans of(BeansByType beans) {
    TypesOfBeans index = new TypesOfBeans(beans);
    for (String name : beans.getBeanDefinitionNames()) {
      index.places.put(name, index.next.getAndIncrement());
      index.define(name);
    }
    for (String name : beans.getSingletonNames()) {
      Object bean = beans.getSingleton(name);
      // Null if it is being made; it is added when it is.
      if (bean != null) {
        index.add(name, bean, beans.containsBeanDefinition(name));
      }
    }
    return index;
  }

  private void define(String name) {
    BeanDefinition definition = beans.getMergedBeanDefinition(name);
    Class<?> type = definition.isAbstract() ? null : beans.getType(name, false);
    if (type == null) {
      doubtful.add(name);
      return;
    }
    String maker = definition.getFactoryBeanName();
    boolean isFactory = beans.isFactoryBean(name);
    if (isFactory || (maker != null && beans.isFactoryBean(maker)) || beans.isAlias(name)) {
      doubtful.add(name);
    } else {
      addUnder(name, type);
    }
    if (!isFactory) {
      declared.put(name, type);
    }
    supertypes(type).forEach(it -> only.merge(it, name, (_, _) -> SEVERAL));
  }

  /**
   * Adds what a bean is, which may be more than its definition says.
   *
   * @param isDefined whether it has a definition
   */
  void add(String name, Object bean, boolean isDefined) {
    places.computeIfAbsent(name, _ -> next.getAndIncrement());
    if (bean instanceof FactoryBean<?> || doubtful.contains(name)) {
      doubtful.add(name);
    } else if (!isDefined || !bean.getClass().equals(declared.get(name))) {
      addUnder(name, bean.getClass());
    }
  }

  private void addUnder(String name, Class<?> type) {
    supertypes(type)
        .forEach(it -> names.computeIfAbsent(it, _ -> ConcurrentHashMap.newKeySet()).add(name));
  }

  private static Set<Class<?>> supertypes(Class<?> type) {
    Set<Class<?>> all = new HashSet<>();
    addWithSupertypes(type, all);
    return all;
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

  /** What a definition makes, or a class that this extends; null if it makes a factory. */
  @Nullable Class<?> declared(String name) {
    return declared.get(name);
  }

  /** The name of the one definition that says that it makes such beans, if it is one. */
  @Nullable String only(Class<?> type) {
    String name = only.get(type);
    return name == null || name.equals(SEVERAL) ? null : name;
  }

  /**
   * The names of beans of a class, as Spring would find them; null if that has to look itself.
   *
   * @param includeNonSingletons whether beans that are made for each who asks count
   * @param allowEagerInit whether factories may be made to find out
   */
  String @Nullable [] namesOf(Class<?> type, boolean includeNonSingletons, boolean allowEagerInit) {
    if (type == Object.class || mayBeOfADoubtfulOne(type, allowEagerInit)) {
      return null;
    }
    List<String> found = new ArrayList<>();
    for (String name : names.getOrDefault(type, Set.of())) {
      if (beans.containsBean(name)
          && (includeNonSingletons || beans.isSingleton(name))
          && beans.matches(name, type, allowEagerInit)) {
        found.add(name);
      }
    }
    found.sort(comparingInt(name -> places.getOrDefault(name, Integer.MAX_VALUE)));
    return found.toArray(String[]::new);
  }

  private boolean mayBeOfADoubtfulOne(Class<?> type, boolean allowEagerInit) {
    for (String name : doubtful) {
      if (!beans.containsBean(name)
          || beans.matches(name, type, allowEagerInit)
          || beans.matches("&" + name, type, allowEagerInit)) {
        return true;
      }
    }
    return false;
  }
}
