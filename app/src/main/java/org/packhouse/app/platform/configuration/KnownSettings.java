package org.packhouse.app.platform.configuration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Every known setting: the components of {@link ConfigurationProperties} records named {@code
 * ...Settings}, and a few of Spring's.
 */
final class KnownSettings {

  private static final String ROOT = "org/packhouse/app/";

  /** Settings of the web server whose names Spring and Bitbucket share. */
  private static final List<SettingKey> OF_THE_WEB_SERVER =
      List.of(
          new SettingKey("server.port", false),
          new SettingKey("server.address", false),
          new SettingKey("server.ssl", true));

  private final List<SettingKey> keys;

  private KnownSettings(List<SettingKey> keys) {
    this.keys = List.copyOf(keys);
  }

  static KnownSettings find() {
    List<SettingKey> keys = new ArrayList<>(OF_THE_WEB_SERVER);
    for (Class<?> type : records()) {
      ConfigurationProperties properties = type.getAnnotation(ConfigurationProperties.class);
      if (properties != null) {
        addComponents(properties.value(), type, keys);
      }
    }
    return new KnownSettings(
        keys.stream().distinct().sorted(Comparator.comparing(SettingKey::name)).toList());
  }

  private static List<Class<?>> records() {
    try {
      ClassLoader loader = KnownSettings.class.getClassLoader();
      List<Class<?>> found = new ArrayList<>();
      for (Resource resource :
          new PathMatchingResourcePatternResolver(loader)
              .getResources("classpath*:" + ROOT + "**/*Settings.class")) {
        String url = resource.getURL().toString();
        String name = url.substring(url.lastIndexOf(ROOT), url.length() - ".class".length());
        Class<?> type = Class.forName(name.replace('/', '.'), false, loader);
        if (type.isRecord()) {
          found.add(type);
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addComponents(String prefix, Class<?> type, List<SettingKey> keys) {
    for (RecordComponent component : type.getRecordComponents()) {
      Name given = given(type, component);
      String name = given == null ? SettingKey.dashed(component.getName()) : given.value();
      add(prefix + "." + name, component.getGenericType(), keys);
    }
  }

  /** The annotation stands on fields and parameters alone. */
  private static @Nullable Name given(Class<?> type, RecordComponent component) {
    try {
      return type.getDeclaredField(component.getName()).getAnnotation(Name.class);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(String name, Type type, List<SettingKey> keys) {
    if (type instanceof Class<?> plain && plain.isRecord()) {
      addComponents(name, plain, keys);
    } else if (type instanceof ParameterizedType parameterized
        && parameterized.getRawType() instanceof Class<?> raw) {
      Type[] arguments = parameterized.getActualTypeArguments();
      if (List.class.isAssignableFrom(raw) || raw.getSimpleName().equals("Set")) {
        keys.add(new SettingKey(name, false));
        add(name + "." + SettingKey.ANY, arguments[0], keys);
      } else if (Map.class.isAssignableFrom(raw)) {
        addMap(name, arguments[1], keys);
      } else {
        keys.add(new SettingKey(name, false));
      }
    } else {
      keys.add(new SettingKey(name, isOfSpring(type)));
    }
  }

  /** Returns whether that is a group of settings of Spring Boot's, such as TLS. */
  private static boolean isOfSpring(Type type) {
    return type instanceof Class<?> plain
        && plain.getPackageName().startsWith("org.springframework.boot");
  }

  private static void addMap(String name, Type value, List<SettingKey> keys) {
    if (value instanceof Class<?> type && type.isRecord()) {
      addComponents(name + "." + SettingKey.ANY, type, keys);
    } else {
      keys.add(new SettingKey(name, true));
    }
  }

  List<SettingKey> keys() {
    return keys;
  }

  boolean knows(String written) {
    return keys.stream().anyMatch(key -> key.matches(written));
  }

  /** Returns the key with the smallest edit distance, if it is small. */
  Optional<String> nearest(String written) {
    String normal = String.join(".", SettingKey.parts(written));
    return keys.stream()
        .map(SettingKey::name)
        .min(
            Comparator.comparingInt(
                name -> EditDistance.between(normal, String.join(".", SettingKey.parts(name)))));
  }
}
