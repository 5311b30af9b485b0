package org.packhouse.app.platform.openapi;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * Schemas of what the server's JSON really looks like: an instant is a number, a component of a
 * record is there unless it may be null, and null is written only where the record says so.
 */
final class DialectSchemas extends ModelResolver {

  private static final String REFERENCE = "#/components/schemas/";

  DialectSchemas(ObjectMapper mapper) {
    super(mapper, new SchemaNames());
    openapi31(true);
  }

  @Override
  public @Nullable Schema<?> resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> next) {
    Class<?> raw = _mapper.constructType(type.getType()).getRawClass();
    if (raw == Instant.class) {
      return schema("integer").format("int64").description("Milliseconds since 1970.");
    }
    if (raw == StringNode.class) {
      return schema("string");
    }
    if (JsonNode.class.isAssignableFrom(raw)) {
      return new JsonSchema().description("Any JSON.");
    }
    Schema<?> resolved = super.resolve(type, context, next);
    if (raw.isRecord() && resolved != null) {
      describe(raw, modelOf(resolved, context));
    }
    return resolved;
  }

  private static Schema<?> modelOf(Schema<?> resolved, ModelConverterContext context) {
    String reference = resolved.get$ref();
    Schema<?> model =
        reference == null
            ? null
            : context.getDefinedModels().get(reference.substring(REFERENCE.length()));
    return model == null ? resolved : model;
  }

  private static void describe(Class<?> type, Schema<?> model) {
    if (model.getProperties() == null) {
      return;
    }
    Set<String> required = new TreeSet<>();
    describe(type, model, required);
    model.setRequired(required.isEmpty() ? null : List.copyOf(required));
  }

  private static void describe(Class<?> type, Schema<?> model, Set<String> required) {
    for (RecordComponent component : type.getRecordComponents()) {
      String name = name(component);
      boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        if (!nullable && component.getType().isRecord()) {
          describe(component.getType(), model, required);
        }
        continue;
      }
      if (component.getAccessor().isAnnotationPresent(JsonAnyGetter.class)) {
        model.getProperties().remove(name);
        model.setAdditionalProperties(true);
        continue;
      }
      Schema<?> property = model.getProperties().get(name);
      if (property == null) {
        continue;
      }
      JsonInclude.Include inclusion = inclusion(type, component);
      if (inclusion == JsonInclude.Include.ALWAYS
          || inclusion == JsonInclude.Include.USE_DEFAULTS) {
        if (nullable) {
          model.getProperties().put(name, orNull(property));
        }
      }
      if (!nullable && inclusion != JsonInclude.Include.NON_EMPTY) {
        required.add(name);
      }
    }
  }

  private static String name(RecordComponent component) {
    JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
    return named == null || named.value().isEmpty() ? component.getName() : named.value();
  }

  private static JsonInclude.Include inclusion(Class<?> type, RecordComponent component) {
    JsonInclude own = component.getAccessor().getAnnotation(JsonInclude.class);
    JsonInclude all = own == null ? type.getAnnotation(JsonInclude.class) : own;
    return all == null ? JsonInclude.Include.ALWAYS : all.value();
  }

  private static Schema<?> orNull(Schema<?> property) {
    if (property.get$ref() != null) {
      return new JsonSchema()
          .anyOf(List.of(new JsonSchema().$ref(property.get$ref()), schema("null")));
    }
    if (property.getTypes() != null) {
      property.addType("null");
    }
    if (property.getEnum() != null && !property.getEnum().contains(null)) {
      property.addEnumItemObject(null);
    }
    return property;
  }

  private static Schema<?> schema(String type) {
    return new JsonSchema().types(Set.of(type));
  }
}
