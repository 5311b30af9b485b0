package org.packhouse.app.platform.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A known setting.
 *
 * @param name dots between parts, dashes between words; a part {@value #ANY} stands for any name or
 *     number
 * @param subtree whether everything below the name is known too
 */
record SettingKey(String name, boolean subtree) {

  static final String ANY = "*";

  private static final Pattern INDEX = Pattern.compile("\\[([^\\]]*)]");
  private static final Pattern BORDER = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

  /** Splits a name, without dashes and underscores and in lower case, as Spring compares. */
  static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    for (String part : INDEX.matcher(name).replaceAll(".$1").split("\\.", -1)) {
      parts.add(part.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT));
    }
    return parts;
  }

  /** Returns {@code sharedHome} as {@code shared-home}. */
  static String dashed(String javaName) {
    return BORDER.matcher(javaName).replaceAll("-").toLowerCase(Locale.ROOT);
  }

  /** Returns whether a written name means this key. */
  boolean matches(String written) {
    List<String> own = parts(name);
    List<String> given = parts(written);
    if (subtree ? given.size() < own.size() : given.size() != own.size()) {
      return false;
    }
    for (int i = 0; i < own.size(); i++) {
      if (!own.get(i).equals(ANY) && !own.get(i).equals(given.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns variables such as {@code PACKHOUSE_SHARED_HOME}; none with a part {@value #ANY}. */
  List<String> variables() {
    if (subtree || name.contains(ANY)) {
      return List.of();
    }
    String words = name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    String joined = name.replace('.', '_').replace("-", "").toUpperCase(Locale.ROOT);
    List<String> names = new ArrayList<>(List.of(words, joined));
    if (!name.startsWith("packhouse.")) {
      names.add("PACKHOUSE_" + words);
      names.add("PACKHOUSE_" + joined);
    }
    return names.stream().distinct().toList();
  }
}
