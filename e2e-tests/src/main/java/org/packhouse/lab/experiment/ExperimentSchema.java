package org.packhouse.lab.experiment;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.walk.ApplyDefaultsStrategy;
import com.networknt.schema.walk.WalkConfig;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.packhouse.lab.experiment.LocatedJson.Place;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The shipped schema, by which a value is checked and its defaults are filled in. The schema is the
 * one place that says which keys there are; a complaint says in words what a keyword of it demands.
 */
final class ExperimentSchema {

  private static final String FILE = "experiment.schema.json";

  /** Tells in words what a pattern demands; it checks nothing. */
  private static final String RULE = "x-rule";

  private static final JsonNode ROOT = json();

  private static final Schema SCHEMA =
      SchemaRegistry.withDialect(
              Dialect.builder(Dialects.getDraft202012())
                  .keyword(new NonValidationKeyword(RULE))
                  .build())
          .getSchema(ROOT);

  private static final WalkConfig DEFAULTS =
      WalkConfig.builder()
          .applyDefaultsStrategy(
              ApplyDefaultsStrategy.builder().applyPropertyDefaults(true).build())
          .build();

  private final Complaints complaints;

  ExperimentSchema(Complaints complaints) {
    this.complaints = complaints;
  }

  /** The content of the shipped file. */
  static JsonNode json() {
    try (InputStream stream =
        Objects.requireNonNull(ExperimentSchema.class.getResourceAsStream(FILE), FILE)) {
      return JsonMapper.shared().readTree(stream);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + FILE, e);
    }
  }

  /** The value with all defaults filled in, or a complaint. */
  LocatedJson complete(LocatedJson value) throws ExperimentException {
    JsonNode tree = value.tree();
    Optional<Error> first = SCHEMA.validate(tree).stream().min(order(value));
    if (first.isPresent()) {
      throw complaint(value, first.get());
    }
    SCHEMA.walk(tree, false, context -> context.setWalkConfig(DEFAULTS));
    return value.completed(tree);
  }

  /** The first in the file; a missing key comes last, for it may be there under a wrong name. */
  private static Comparator<Error> order(LocatedJson root) {
    return Comparator.comparing((Error error) -> error.getKeyword().equals("required"))
        .thenComparing(
            error -> place(root, error),
            Comparator.comparingInt(Place::line).thenComparingInt(Place::column))
        .thenComparing(error -> !error.getKeyword().equals("type"));
  }

  private static Place place(LocatedJson root, Error error) {
    LocatedJson value = root.at(error.getInstanceLocation());
    return error.getKeyword().equals("additionalProperties")
        ? ((LocatedJson.Struct) value).member(error.getProperty()).place()
        : value.place();
  }

  private ExperimentException complaint(LocatedJson root, Error error) {
    LocatedJson value = root.at(error.getInstanceLocation());
    Place place = place(root, error);
    String name = name(error.getInstanceLocation());
    JsonNode rules = ROOT.at(error.getSchemaLocation().getFragment().getParent().toString());
    JsonNode limit = rules.path(error.getKeyword());
    if (error.getKeyword().equals("enum") && value instanceof LocatedJson.Text text) {
      return complaints.unknown(place, name.replace("\"", ""), text.value(), texts(limit));
    }
    return switch (error.getKeyword()) {
      case "additionalProperties" ->
          complaints.unknown(
              place, "key", error.getProperty(), rules.path("properties").propertyNames());
      case "required" ->
          complaints.at(place, "the key \"" + error.getProperty() + "\" is missing here");
      case "minItems", "maxItems" ->
          complaints.at(
              place,
              "%s has %d entries but must have %s"
                  .formatted(
                      name,
                      ((LocatedJson.Items) value).values().size(),
                      entries(error.getKeyword(), limit.asInt())));
      default ->
          complaints.at(
              place,
              "%s is %s but must be %s"
                  .formatted(name, value.quoted(), demand(error.getKeyword(), rules)));
    };
  }

  /** How complaints call a value. */
  private static String name(NodePath path) {
    if (path.getNameCount() == 0) {
      return "the experiment";
    }
    return path.getElement(-1) instanceof Integer
        ? "an entry of " + name(path.getParent())
        : "\"" + path.getName(-1) + "\"";
  }

  private static String entries(String keyword, int count) {
    return (keyword.equals("minItems") ? "at least " : "at most ")
        + (count == 1 ? "one entry" : count + " entries");
  }

  private static String demand(String keyword, JsonNode rules) {
    JsonNode limit = rules.path(keyword);
    return switch (keyword) {
      case "type" -> rules.path(RULE).asString(types(limit));
      case "pattern" -> rules.path(RULE).asString("of the form " + limit.asString());
      case "minLength" -> "a text that is not empty";
      case "minimum" -> "at least " + limit.asString();
      case "exclusiveMinimum" -> "more than " + limit.asString();
      case "maximum" -> "at most " + limit.asString();
      case "enum" -> String.join(" or ", texts(limit));
      default -> throw new IllegalStateException("No words for the keyword " + keyword);
    };
  }

  private static String types(JsonNode type) {
    List<String> names = type.isArray() ? texts(type) : List.of(type.asString());
    return String.join(" or ", names.stream().map(ExperimentSchema::inWords).toList());
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(it -> texts.add(it.asString()));
    return texts;
  }

  private static String inWords(String type) {
    return switch (type) {
      case "object" -> "an object";
      case "array" -> "a list";
      case "string" -> "a text";
      case "boolean" -> "true or false";
      case "integer" -> "a whole number";
      case "number" -> "a number";
      default -> type;
    };
  }
}
