package org.packhouse.app.platform.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads operations out of an OpenAPI document. */
final class AreaReader {

  private final JsonNode document;
  private final FieldList fields;

  AreaReader(JsonNode document) {
    this.document = document;
    this.fields = new FieldList(document);
  }

  List<ApiArea> areas() {
    Map<String, List<ApiOperation>> areas = new TreeMap<>();
    document
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(operation ->
                    areas
                        .computeIfAbsent(
                            operation.getValue().at("/tags/0").asString(), _ -> new ArrayList<>())
                        .add(read(path.getKey(), operation.getKey(), operation.getValue()))));
    return areas.entrySet().stream()
        .map(area -> new ApiArea(area.getKey(), List.copyOf(area.getValue())))
        .toList();
  }

  private ApiOperation read(String path, String method, JsonNode operation) {
    Map.Entry<String, JsonNode> success =
        operation.path("responses").properties().stream()
            .filter(response -> response.getKey().startsWith("2"))
            .findFirst()
            .orElseGet(() -> Map.entry("200", document.path("nothing")));
    return new ApiOperation(
        operation.path("operationId").asString(),
        method.toUpperCase(Locale.ROOT),
        path,
        operation.path("parameters").values().stream().map(this::parameter).toList(),
        body(operation.path("requestBody")),
        success.getKey(),
        body(success.getValue()));
  }

  private ApiOperation.Parameter parameter(JsonNode parameter) {
    JsonNode schema = parameter.path("schema");
    String type = fields.typeOf(schema);
    if (schema.has("minimum")) {
      type += ", " + schema.path("minimum").asInt() + " or more";
    }
    return new ApiOperation.Parameter(
        parameter.path("name").asString(),
        parameter.path("in").asString(),
        type,
        parameter.path("required").asBoolean());
  }

  private @Nullable String body(JsonNode holder) {
    for (Map.Entry<String, JsonNode> content : holder.path("content").properties()) {
      if (content.getValue().has("schema")) {
        return fields.describe(content.getValue().path("schema"));
      }
    }
    return null;
  }
}
