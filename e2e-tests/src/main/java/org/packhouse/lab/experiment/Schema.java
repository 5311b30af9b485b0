package org.packhouse.lab.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.packhouse.lab.experiment.LocatedJson.Member;
import org.packhouse.lab.experiment.LocatedJson.Place;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks a value against the shipped schema and fills in its defaults. The schema is the one place
 * that says which keys there are; this reads as much of JSON Schema as it uses.
 */
final class Schema {

  private static final String FILE = "experiment.schema.json";

  private final JsonNode root;
  private final Complaints complaints;

  private Schema(JsonNode root, Complaints complaints) {
    this.root = root;
    this.complaints = complaints;
  }

  /** The shipped one. */
  static Schema load(Complaints complaints) {
    return new Schema(json(), complaints);
  }

  /** What the shipped file holds. */
  static JsonNode json() {
    try (InputStream stream =
        Objects.requireNonNull(Schema.class.getResourceAsStream(FILE), FILE)) {
      return JsonMapper.shared().readTree(stream);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + FILE, e);
    }
  }

  /** The value with all defaults filled in, or a complaint. */
  LocatedJson complete(LocatedJson value) throws ExperimentException {
    return complete(root, value, "the experiment");
  }

  private LocatedJson complete(JsonNode schema, LocatedJson value, String name)
      throws ExperimentException {
    JsonNode rules = resolved(schema);
    checkType(rules, value, name);
    return switch (value) {
      case LocatedJson.Struct struct -> members(rules, struct);
      case LocatedJson.Items items -> items(rules, items, name);
      case LocatedJson.Text text -> text(rules, text, name);
      case LocatedJson.Figure number -> number(rules, number, name);
      case LocatedJson.Flag flag -> flag;
      case LocatedJson.Nothing nothing -> nothing;
    };
  }

  private JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : root.at(reference.substring(1));
  }

  private void checkType(JsonNode rules, LocatedJson value, String name)
      throws ExperimentException {
    List<String> types = new ArrayList<>();
    JsonNode type = rules.path("type");
    if (type.isArray()) {
      type.forEach(it -> types.add(it.asString()));
    } else {
      types.add(type.asString());
    }
    if (types.stream().noneMatch(it -> fits(it, value))) {
      List<String> words = types.stream().map(Schema::inWords).toList();
      throw complaints.at(
          value.place(),
          "%s is %s but must be %s"
              .formatted(name, value.quoted(), rule(rules, String.join(" or ", words))));
    }
  }

  private static boolean fits(String type, LocatedJson value) {
    return switch (value) {
      case LocatedJson.Struct _ -> "object".equals(type);
      case LocatedJson.Items _ -> "array".equals(type);
      case LocatedJson.Text _ -> "string".equals(type);
      case LocatedJson.Flag _ -> "boolean".equals(type);
      case LocatedJson.Nothing _ -> "null".equals(type);
      case LocatedJson.Figure number ->
          "number".equals(type) || ("integer".equals(type) && isWhole(number.value()));
    };
  }

  private static boolean isWhole(BigDecimal value) {
    return value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
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

  private static String rule(JsonNode rules, String otherwise) {
    return rules.path("x-rule").asString(otherwise);
  }

  private LocatedJson members(JsonNode rules, LocatedJson.Struct struct)
      throws ExperimentException {
    JsonNode known = rules.path("properties");
    JsonNode others = rules.path("additionalProperties");
    Map<String, Member> complete = new LinkedHashMap<>();
    for (Map.Entry<String, Member> entry : struct.members().entrySet()) {
      String key = entry.getKey();
      Member member = entry.getValue();
      JsonNode schema = known.has(key) ? known.get(key) : others;
      if (!schema.isObject()) {
        throw complaints.unknown(member.place(), "key", key, known.propertyNames());
      }
      complete.put(key, new Member(member.place(), complete(schema, member.value(), quote(key))));
    }
    for (JsonNode required : rules.path("required")) {
      if (!complete.containsKey(required.asString())) {
        throw complaints.at(
            struct.place(), "the key " + quote(required.asString()) + " is missing here");
      }
    }
    for (Map.Entry<String, JsonNode> property : known.properties()) {
      JsonNode preset = property.getValue().path("default");
      if (!preset.isMissingNode() && !complete.containsKey(property.getKey())) {
        LocatedJson value = located(preset, struct.place());
        complete.put(
            property.getKey(),
            new Member(
                struct.place(), complete(property.getValue(), value, quote(property.getKey()))));
      }
    }
    return new LocatedJson.Struct(struct.place(), complete);
  }

  private LocatedJson items(JsonNode rules, LocatedJson.Items items, String name)
      throws ExperimentException {
    int size = items.values().size();
    checkCount(size >= rules.path("minItems").asInt(0), items, name, "at least one entry");
    checkCount(
        size <= rules.path("maxItems").asInt(Integer.MAX_VALUE),
        items,
        name,
        "at most " + rules.path("maxItems").asInt(0) + " entries");
    List<LocatedJson> complete = new ArrayList<>();
    for (LocatedJson item : items.values()) {
      complete.add(complete(rules.path("items"), item, "an entry of " + name));
    }
    return new LocatedJson.Items(items.place(), complete);
  }

  private void checkCount(boolean fits, LocatedJson.Items items, String name, String rule)
      throws ExperimentException {
    if (!fits) {
      throw complaints.at(
          items.place(),
          "%s has %d entries but must have %s".formatted(name, items.values().size(), rule));
    }
  }

  private LocatedJson text(JsonNode rules, LocatedJson.Text text, String name)
      throws ExperimentException {
    JsonNode choices = rules.path("enum");
    if (choices.isArray()) {
      List<String> known = new ArrayList<>();
      choices.forEach(it -> known.add(it.asString()));
      if (!known.contains(text.value())) {
        String word = name.replaceAll("^\"|\"$", "");
        throw complaints.unknown(text.place(), word, text.value(), known);
      }
    }
    String pattern = rules.path("pattern").asString("");
    if (!pattern.isEmpty() && !Pattern.matches(pattern, text.value())) {
      throw wrong(text, name, rule(rules, "of the form " + pattern));
    }
    if (text.value().length() < rules.path("minLength").asInt(0)) {
      throw wrong(text, name, "a text that is not empty");
    }
    return text;
  }

  private LocatedJson number(JsonNode rules, LocatedJson.Figure number, String name)
      throws ExperimentException {
    BigDecimal value = number.value();
    JsonNode choices = rules.path("enum");
    if (choices.isArray()
        && choices.valueStream().noneMatch(it -> it.decimalValue().compareTo(value) == 0)) {
      List<String> known = choices.valueStream().map(JsonNode::asString).toList();
      throw wrong(number, name, String.join(" or ", known));
    }
    checkBound(rules.path("minimum"), number, name, "at least", 0);
    checkBound(rules.path("exclusiveMinimum"), number, name, "more than", 1);
    JsonNode maximum = rules.path("maximum");
    if (!maximum.isMissingNode() && value.compareTo(maximum.decimalValue()) > 0) {
      throw wrong(number, name, "at most " + maximum.asString());
    }
    return number;
  }

  private void checkBound(
      JsonNode bound, LocatedJson.Figure number, String name, String words, int least)
      throws ExperimentException {
    if (!bound.isMissingNode() && number.value().compareTo(bound.decimalValue()) < least) {
      throw wrong(number, name, words + " " + bound.asString());
    }
  }

  private ExperimentException wrong(LocatedJson value, String name, String rule) {
    return complaints.at(
        value.place(), "%s is %s but must be %s".formatted(name, value.quoted(), rule));
  }

  private static String quote(String key) {
    return '"' + key + '"';
  }

  private static LocatedJson located(JsonNode node, Place place) {
    if (node.isObject()) {
      return new LocatedJson.Struct(place, Map.of());
    }
    if (node.isArray()) {
      return new LocatedJson.Items(place, List.of());
    }
    if (node.isBoolean()) {
      return new LocatedJson.Flag(place, node.booleanValue());
    }
    if (node.isNumber()) {
      return new LocatedJson.Figure(place, node.decimalValue());
    }
    return node.isNull()
        ? new LocatedJson.Nothing(place)
        : new LocatedJson.Text(place, node.stringValue());
  }
}
