package org.packhouse.hooks.builtin;

import java.util.List;
import java.util.Map;

/** Reads hook settings from JSON values. */
final class Setting {

  private Setting() {}

  static String text(Map<String, Object> settings, String name, String absent) {
    Object value = settings.get(name);
    if (value == null) {
      return absent;
    }
    if (value instanceof String text) {
      return text;
    }
    throw new InvalidSettingException(name, "The setting %s is a text.".formatted(name));
  }

  static long number(Map<String, Object> settings, String name, long absent) {
    Object value = settings.get(name);
    if (value == null) {
      return absent;
    }
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    throw new InvalidSettingException(name, "The setting %s is a whole number.".formatted(name));
  }

  static List<String> texts(Map<String, Object> settings, String name) {
    Object value = settings.get(name);
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw new InvalidSettingException(name, "The setting %s is a list of texts.".formatted(name));
  }
}
