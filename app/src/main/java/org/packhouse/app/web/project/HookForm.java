package org.packhouse.app.web.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.Forms;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.packhouse.hooks.builtin.SettingField;

/** Converts a hook's settings between the texts of a form and stored values. */
record HookForm(List<Line> fields) {

  /** A setting and its text; each of several values has its line. */
  record Line(SettingField field, String text) {}

  static HookForm of(BuiltInHook hook, @Nullable Map<String, Object> settings) {
    List<Line> lines = new ArrayList<>();
    for (SettingField field : hook.fields()) {
      Object value = settings == null ? null : settings.get(field.name());
      String text =
          switch (value) {
            case null -> "";
            case List<?> list -> String.join("\n", list.stream().map(String::valueOf).toList());
            default -> value.toString();
          };
      lines.add(new Line(field, text));
    }
    return new HookForm(lines);
  }

  static HookForm typed(BuiltInHook hook, Map<String, String> typed) {
    return new HookForm(
        hook.fields().stream()
            .map(field -> new Line(field, typed.getOrDefault(field.name(), "")))
            .toList());
  }

  /**
   * Returns the settings to store; null if the hook has none.
   *
   * @throws InvalidFieldException if a number cannot be parsed
   */
  @Nullable Map<String, Object> settings() {
    if (fields.isEmpty()) {
      return null;
    }
    Map<String, Object> settings = new LinkedHashMap<>();
    for (Line line : fields) {
      String text = Forms.text(line.text());
      if (text != null) {
        settings.put(line.field().name(), value(line.field(), text));
      }
    }
    return settings;
  }

  private static Object value(SettingField field, String text) {
    return switch (field.kind()) {
      case TEXT -> text;
      case NUMBER -> number(field, text);
      case TEXTS -> text.lines().map(String::strip).filter(it -> !it.isEmpty()).toList();
    };
  }

  private static Long number(SettingField field, String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw Forms.at(
          field.name(),
          "%s is a whole number, not %s."
              .formatted(field.label(), InvalidFieldException.quote(text)),
          e);
    }
  }
}
