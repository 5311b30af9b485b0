package org.packhouse.app.platform.rest;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;

/** Refuses names of fields with U+0000, which the database cannot store. */
final class NameDeserializer extends KeyDeserializer {

  @Override
  public @Nullable Object deserializeKey(String name, DeserializationContext context) {
    return check(name, context);
  }

  static @Nullable String check(String name, DeserializationContext context) {
    return name.indexOf('\0') >= 0
        ? (String) context.handleWeirdKey(String.class, name, "it holds U+0000")
        : name;
  }
}
