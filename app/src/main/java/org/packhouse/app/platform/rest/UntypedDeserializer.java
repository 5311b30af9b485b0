package org.packhouse.app.platform.rest;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.jdk.UntypedObjectDeserializer;

/** Refuses values of any type with U+0000 in a text or a name. */
final class UntypedDeserializer extends UntypedObjectDeserializer {

  UntypedDeserializer() {
    super((JavaType) null, (JavaType) null);
  }

  @Override
  public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
    return checked(super.deserialize(parser, context), context);
  }

  /** Checks a value, of which nested values were checked when they were read. */
  private static @Nullable Object checked(@Nullable Object value, DeserializationContext context) {
    if (value instanceof Map<?, ?> map) {
      map.keySet().forEach(name -> NameDeserializer.check(String.valueOf(name), context));
    } else if (value instanceof String text && text.indexOf('\0') >= 0) {
      return context.handleWeirdStringValue(String.class, text, "it holds U+0000");
    }
    return value;
  }
}
