package org.packhouse.app.platform.rest;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.jdk.StringDeserializer;

/** Refuses texts with U+0000, which the database cannot store. */
final class TextDeserializer extends StringDeserializer {

  @Override
  public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
    String text = super.deserialize(parser, context);
    return text != null && text.indexOf('\0') >= 0
        ? (String) context.handleWeirdStringValue(String.class, text, "it holds U+0000")
        : text;
  }
}
