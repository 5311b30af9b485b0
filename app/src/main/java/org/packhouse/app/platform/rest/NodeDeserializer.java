package org.packhouse.app.platform.rest;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.deser.jackson.JsonNodeDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Refuses trees with U+0000 in a text or a name. */
final class NodeDeserializer extends StdDeserializer<JsonNode> {

  NodeDeserializer() {
    super(JsonNode.class);
  }

  @Override
  public JsonNode deserialize(JsonParser parser, DeserializationContext context) {
    JsonNode node =
        (JsonNode)
            JsonNodeDeserializer.getDeserializer(JsonNode.class).deserialize(parser, context);
    check(node, context);
    return node;
  }

  @Override
  public @Nullable JsonNode getNullValue(DeserializationContext context) {
    return context.getNodeFactory().nullNode();
  }

  @Override
  public @Nullable Object getAbsentValue(DeserializationContext context) {
    return null;
  }

  /** The depth is bounded by that of a body. */
  private static void check(JsonNode node, DeserializationContext context) {
    if (node.isString() && node.asString().indexOf('\0') >= 0) {
      context.handleWeirdStringValue(String.class, node.asString(), "it holds U+0000");
    }
    node.propertyNames().forEach(name -> NameDeserializer.check(name, context));
    node.forEach(each -> check(each, context));
  }
}
