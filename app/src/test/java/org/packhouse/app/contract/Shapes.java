package org.packhouse.app.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The shapes of JSON that clients of the dialect read, from {@code shapes.txt}: which fields there
 * are, which are always there, and of what type each is.
 *
 * <p>A type is {@code string}, {@code integer}, {@code number}, {@code boolean}, {@code object},
 * {@code any}, {@code null}, {@code date} (milliseconds since 1970), {@code id} (40 digits of a
 * commit or blob), a name in capitals (that very word), the name of a shape, {@code [type]} (an
 * array), {@code page type} (the envelope of a page), {@code map type} (an object with any keys),
 * or several of these with {@code |} between them. A field with a question mark may be absent; a
 * field that the shape does not have must not be there.
 */
final class Shapes {

  private static final long YEAR_2000 = 946_684_800_000L;
  private static final long YEAR_2100 = 4_102_444_800_000L;

  private static final Set<String> PAGE_FIELDS =
      Set.of(
          "size",
          "limit",
          "start",
          "isLastPage",
          "values",
          "nextPageStart",
          "fromHash",
          "toHash",
          "authorCount",
          "totalCount");

  private record Field(String name, String type, boolean required) {}

  private final Map<String, List<Field>> shapes = new LinkedHashMap<>();

  Shapes() {
    List<Field> fields = new ArrayList<>();
    for (String line : TextFile.lines("shapes.txt")) {
      if (!line.startsWith(" ")) {
        fields = new ArrayList<>();
        shapes.put(line.strip(), fields);
        continue;
      }
      int colon = line.indexOf(": ");
      String name = line.substring(0, colon).strip();
      boolean optional = name.endsWith("?");
      fields.add(
          new Field(
              optional ? name.substring(0, name.length() - 1) : name,
              line.substring(colon + 2).strip(),
              !optional));
    }
  }

  /** How that value is not of that type; empty if it is. */
  List<String> violations(JsonNode value, String type) {
    List<String> found = new ArrayList<>();
    check(value, type, "", found);
    return found;
  }

  private void check(JsonNode value, String type, String at, List<String> found) {
    if (type.startsWith("page ")) {
      checkPage(value, type.substring("page ".length()), at, found);
    } else if (type.startsWith("map ")) {
      require(value.isObject(), value, type, at, found);
      value
          .properties()
          .forEach(entry ->
              check(
                  entry.getValue(),
                  type.substring("map ".length()),
                  at + "/" + entry.getKey(),
                  found));
    } else if (type.startsWith("[")) {
      require(value.isArray(), value, type, at, found);
      for (int i = 0; value.isArray() && i < value.size(); i++) {
        check(value.get(i), type.substring(1, type.length() - 1), at + "/" + i, found);
      }
    } else if (type.contains("|")) {
      checkChoice(value, type, at, found);
    } else if (shapes.containsKey(type)) {
      checkShape(value, type, at, found);
    } else {
      require(isPlain(value, type), value, type, at, found);
    }
  }

  private void checkChoice(JsonNode value, String type, String at, List<String> found) {
    List<String> all = new ArrayList<>();
    for (String choice : type.split("\\|", -1)) {
      List<String> here = new ArrayList<>();
      check(value, choice, at, here);
      if (here.isEmpty()) {
        return;
      }
      all.addAll(here);
    }
    found.add("%s is none of %s: %s".formatted(place(at), type, all));
  }

  private void checkShape(JsonNode value, String shape, String at, List<String> found) {
    if (!value.isObject()) {
      require(false, value, shape, at, found);
      return;
    }
    List<Field> fields = Objects.requireNonNull(shapes.get(shape));
    for (Field field : fields) {
      if (value.has(field.name())) {
        check(value.get(field.name()), field.type(), at + "/" + field.name(), found);
      } else if (field.required()) {
        found.add("%s lacks %s of %s".formatted(place(at), field.name(), shape));
      }
    }
    value.propertyNames().stream()
        .filter(name -> fields.stream().noneMatch(field -> field.name().equals(name)))
        .forEach(
            name -> found.add("%s has %s, which %s has not".formatted(place(at), name, shape)));
  }

  private void checkPage(JsonNode page, String type, String at, List<String> found) {
    for (String field : List.of("size", "limit", "start")) {
      require(page.path(field).isIntegralNumber(), page.path(field), field, at, found);
    }
    require(page.path("isLastPage").isBoolean(), page, "isLastPage", at, found);
    require(page.path("values").isArray(), page, "values", at, found);
    int size = page.path("size").asInt(-1);
    require(size == page.path("values").size(), page.path("size"), "size of values", at, found);
    require(size <= page.path("limit").asInt(-1), page.path("size"), "within limit", at, found);
    boolean last = page.path("isLastPage").asBoolean(true);
    JsonNode next = page.path("nextPageStart");
    boolean consistent =
        last
            ? next.isMissingNode() || next.isNull()
            : next.asInt(-1) > page.path("start").asInt() && size > 0;
    require(consistent, next, "nextPageStart that fits isLastPage " + last, at, found);
    page.propertyNames().stream()
        .filter(name -> !PAGE_FIELDS.contains(name))
        .forEach(name -> found.add("%s is a page and has %s".formatted(place(at), name)));
    check(page.path("values"), "[" + type + "]", at + "/values", found);
  }

  private static boolean isPlain(JsonNode value, String type) {
    return switch (type) {
      case "string" -> value.isString();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "object" -> value.isObject();
      case "null" -> value.isNull();
      case "any" -> !value.isMissingNode();
      case "date" ->
          value.isIntegralNumber() && value.asLong() > YEAR_2000 && value.asLong() < YEAR_2100;
      case "id" -> value.isString() && value.asString().matches("[0-9a-f]{40}");
      default -> {
        if (!type.matches("[A-Z][A-Z_]+")) {
          throw new AssertionError("shapes.txt does not say what " + type + " is");
        }
        yield value.isString() && value.asString().equals(type);
      }
    };
  }

  private static void require(
      boolean fine, JsonNode value, String wanted, String at, List<String> found) {
    if (!fine) {
      String shown = value.toString();
      found.add(
          "%s is no %s: %s"
              .formatted(place(at), wanted, shown.substring(0, Math.min(80, shown.length()))));
    }
  }

  private static String place(String at) {
    return at.isEmpty() ? "The response" : at;
  }
}
