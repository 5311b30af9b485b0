package org.packhouse.app.contract;

import com.github.benmanes.caffeine.cache.Cache;
import jakarta.servlet.ServletContext;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.testing.TestingServer;
import org.springframework.context.ApplicationContext;
import org.springframework.web.context.support.WebApplicationContextUtils;

/**
 * Counts of what lies in the maps, collections and arrays that can be reached from the beans of a
 * server and from static fields of their classes, by the field that leads to them.
 */
final class SharedTables {

  /** The runtime, and tables that have a bound of their own, which a short test does not reach. */
  private static final List<String> LEFT_OUT =
      List.of(
          "java.lang.Class",
          "java.lang.ClassLoader",
          "java.lang.Thread",
          "java.lang.ref.",
          "java.lang.invoke.",
          "java.lang.reflect.",
          "java.nio.",
          "java.net.http.",
          "jdk.",
          "sun.",
          "org.junit.",
          "com.github.benmanes.caffeine.",
          // 256 statements of each connection: preparedStatementCacheQueries
          "org.postgresql.");

  /** Fields that have a bound which a short test does not reach. */
  private static final List<String> BOUNDED =
      List.of(
          // 1024 names of views, the eldest of which goes: DEFAULT_CACHE_LIMIT
          "org.springframework.web.servlet.view.AbstractCachingViewResolver.viewAccessCache",
          "org.springframework.web.servlet.view.AbstractCachingViewResolver.viewCreationCache");

  private final Map<Class<?>, List<Field>> fields = new ConcurrentHashMap<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<String, Long> sizes = new TreeMap<>();
  private final Deque<Found> pending = new ArrayDeque<>();

  /** An object, and the field that led to it. */
  private record Found(Object object, String by) {}

  private SharedTables() {}

  /** Sizes by {@code class.field}, those of all instances together. */
  static Map<String, Long> of(TestingServer server) {
    SharedTables tables = new SharedTables();
    ApplicationContext context =
        WebApplicationContextUtils.getRequiredWebApplicationContext(
            server.get(ServletContext.class));
    tables.meet(context, "context");
    Deque<Found> pending = tables.pending;
    for (Found next = pending.poll(); next != null; next = pending.poll()) {
      tables.visit(next);
    }
    BOUNDED.forEach(tables.sizes::remove);
    return tables.sizes;
  }

  private void meet(@Nullable Object object, String by) {
    if (object == null
        || object instanceof String
        || object instanceof Number
        || object instanceof Enum<?>
        || object instanceof Class<?>
        || LEFT_OUT.stream().anyMatch(object.getClass().getName()::startsWith)
        || object instanceof Thread
        || object instanceof ClassLoader
        || (object instanceof Cache<?, ?> cache && cache.policy().eviction().isPresent())) {
      return;
    }
    if (seen.add(object)) {
      pending.add(new Found(object, by));
    }
  }

  private void visit(Found found) {
    Object object = found.object();
    switch (object) {
      case Map<?, ?> map -> visit(map, found.by());
      case Collection<?> all -> {
        sizes.merge(found.by(), (long) all.size(), Long::sum);
        copy(all).forEach(each -> meet(each, found.by()));
      }
      case Object[] all -> {
        sizes.merge(found.by(), Arrays.stream(all).filter(each -> each != null).count(), Long::sum);
        Arrays.stream(all).forEach(each -> meet(each, found.by()));
      }
      default -> fieldsOf(object.getClass()).forEach(field -> follow(field, object));
    }
  }

  private void visit(Map<?, ?> map, String by) {
    sizes.merge(by, (long) map.size(), Long::sum);
    copy(map.keySet()).forEach(each -> meet(each, by));
    copy(map.values()).forEach(each -> meet(each, by));
    // Maps of others have tables beside their entries.
    if (!map.getClass().getName().startsWith("java.util.")) {
      fieldsOf(map.getClass()).forEach(field -> follow(field, map));
    }
  }

  /** What others change meanwhile is looked at as far as it goes. */
  private static Collection<?> copy(Collection<?> all) {
    try {
      return Arrays.asList(all.toArray());
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  private void follow(Field field, Object object) {
    try {
      Object value = field.get(Modifier.isStatic(field.getModifiers()) ? null : object);
      meet(value, field.getDeclaringClass().getName() + "." + field.getName());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Field> fieldsOf(Class<?> type) {
    List<Field> known = fields.get(type);
    if (known == null) {
      known =
          type.getSuperclass() == null
              ? List.of()
              : new ArrayList<>(fieldsOf(type.getSuperclass()));
      if (known instanceof ArrayList<Field> own) {
        for (Field field : type.getDeclaredFields()) {
          if (!field.getType().isPrimitive() && opened(field)) {
            own.add(field);
          }
        }
      }
      fields.put(type, known);
    }
    return known;
  }

  /** The runtime's own classes are closed. */
  private static boolean opened(Field field) {
    try {
      field.setAccessible(true);
      return true;
    } catch (InaccessibleObjectException e) {
      return false;
    }
  }
}
