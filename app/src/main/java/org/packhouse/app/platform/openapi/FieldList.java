package org.packhouse.app.platform.openapi;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Renders schemas as example JSON with types in place of values. */
final class FieldList {

  private static final String INDENT = "  ";
  private static final int DEEPEST = 3;

  private final JsonNode document;

  FieldList(JsonNode document) {
    this.document = document;
  }

  /** Renders several lines; a question mark follows optional fields. */
  String describe(JsonNode schema) {
    StringBuilder text = new StringBuilder();
    write(text, schema, "", new HashSet<>());
    return text.toString();
  }

  String typeOf(JsonNode schema) {
    if (schema.has("enum")) {
      return schema.path("enum").values().stream()
          .map(JsonNode::asString)
          .collect(Collectors.joining(" | "));
    }
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      return type.values().stream().map(JsonNode::asString).collect(Collectors.joining(" | "));
    }
    return type.asString("any");
  }

  private void write(StringBuilder text, JsonNode schema, String indent, Set<String> open) {
    String reference = schema.path("$ref").asString("");
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    JsonNode known =
        reference.isEmpty() ? schema : document.path("components").path("schemas").path(name);
    if (known.has("items")) {
      text.append("[ ");
      write(text, known.path("items"), indent, open);
      text.append(" ]");
    } else if (!known.has("properties")) {
      text.append(typeOf(known));
    } else if (open.size() >= DEEPEST || !open.add(name)) {
      text.append(name);
    } else {
      object(text, known, indent, open);
      open.remove(name);
    }
  }

  private void object(StringBuilder text, JsonNode schema, String indent, Set<String> open) {
    Set<String> required =
        schema.path("required").values().stream()
            .map(JsonNode::asString)
            .collect(Collectors.toSet());
    text.append("{\n");
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      text.append(indent).append(INDENT).append(field.getKey());
      text.append(required.contains(field.getKey()) ? ": " : "?: ");
      write(text, field.getValue(), indent + INDENT, open);
      text.append('\n');
    }
    text.append(indent).append('}');
  }
}
