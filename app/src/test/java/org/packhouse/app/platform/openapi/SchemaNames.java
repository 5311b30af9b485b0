package org.packhouse.app.platform.openapi;

import io.swagger.v3.core.jackson.TypeNameResolver;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Names of schemas that tell the reader what a thing is, not how the code calls its class. */
final class SchemaNames extends TypeNameResolver {

  private final Map<String, Class<?>> taken = new HashMap<>();

  @Override
  protected String nameForClass(Class<?> type, Set<Options> options) {
    String name = shortName(type);
    if (taken.putIfAbsent(name, type) == null || taken.get(name) == type) {
      return name;
    }
    Class<?> outer = type.getEnclosingClass();
    return outer == null ? type.getSimpleName() : outer.getSimpleName() + type.getSimpleName();
  }

  private static String shortName(Class<?> type) {
    String name = type.getSimpleName().replaceFirst("(?<=.)(View|Json)$", "");
    Class<?> outer = type.getEnclosingClass();
    return outer == null ? name : outer.getSimpleName().replaceFirst("Controller$", "") + name;
  }
}
