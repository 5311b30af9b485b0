package org.packhouse.lab.experiment;

import com.networknt.schema.path.NodePath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A value of a JSON file that knows where it stands, so that a complaint can say so. */
sealed interface LocatedJson {

  /** Where it begins. */
  Place place();

  /** What it is, in words. */
  String kind();

  /** How a complaint quotes it. */
  String quoted();

  /** The same without places. */
  JsonNode tree();

  /** The value at a path below this one. */
  default LocatedJson at(NodePath path) {
    LocatedJson value = this;
    for (int i = 0; i < path.getNameCount(); i++) {
      value =
          switch (value) {
            case Struct struct -> struct.member(path.getName(i)).value();
            case Items items -> items.values().get((Integer) path.getElement(i));
            default -> throw new IllegalArgumentException(path + " leads through " + value.kind());
          };
    }
    return value;
  }

  /**
   * This value with the members that its tree was given since; they stand where their object does.
   */
  default LocatedJson completed(JsonNode tree) {
    return switch (this) {
      case Struct struct -> {
        Map<String, Member> members = new LinkedHashMap<>();
        tree.forEachEntry((key, node) -> {
          Member member = struct.members().get(key);
          members.put(
              key,
              member == null
                  ? new Member(place(), of(node, place()))
                  : new Member(member.place(), member.value().completed(node)));
        });
        yield new Struct(place(), members);
      }
      case Items items -> {
        List<LocatedJson> values = new ArrayList<>();
        for (LocatedJson value : items.values()) {
          values.add(value.completed(tree.get(values.size())));
        }
        yield new Items(place(), values);
      }
      default -> this;
    };
  }

  private static LocatedJson of(JsonNode node, Place place) {
    return switch (node.getNodeType()) {
      case OBJECT -> new Struct(place, Map.of()).completed(node);
      case ARRAY ->
          new Items(place, node.valueStream().map(element -> of(element, place)).toList());
      case BOOLEAN -> new Flag(place, node.booleanValue());
      case NUMBER -> new Figure(place, node.decimalValue());
      case STRING -> new Text(place, node.stringValue());
      default -> new Nothing(place);
    };
  }

  /**
   * A line and a column.
   *
   * @param line from 1
   * @param column from 1
   */
  record Place(int line, int column) {}

  /** A key, where it stands, and its value. */
  record Member(Place place, LocatedJson value) {}

  /** An object; its members are in the order of the file. */
  record Struct(Place place, Map<String, Member> members) implements LocatedJson {

    Member member(String key) {
      return Objects.requireNonNull(members.get(key), key);
    }

    @Override
    public JsonNode tree() {
      ObjectNode tree = JsonNodeFactory.instance.objectNode();
      members.forEach((key, member) -> tree.set(key, member.value().tree()));
      return tree;
    }

    @Override
    public String kind() {
      return "an object";
    }

    @Override
    public String quoted() {
      return kind();
    }
  }

  /** A list. */
  record Items(Place place, List<LocatedJson> values) implements LocatedJson {
    @Override
    public JsonNode tree() {
      ArrayNode tree = JsonNodeFactory.instance.arrayNode();
      values.forEach(value -> tree.add(value.tree()));
      return tree;
    }

    @Override
    public String kind() {
      return "a list";
    }

    @Override
    public String quoted() {
      return kind();
    }
  }

  /** A text. */
  record Text(Place place, String value) implements LocatedJson {
    private static final int SHOWN = 60;

    @Override
    public JsonNode tree() {
      return JsonNodeFactory.instance.stringNode(value);
    }

    @Override
    public String kind() {
      return "a text";
    }

    @Override
    public String quoted() {
      String shown = value.length() > SHOWN ? value.substring(0, SHOWN) + "..." : value;
      return '"' + shown.replaceAll("\\p{Cntrl}", "?") + '"';
    }
  }

  /** A number. */
  record Figure(Place place, BigDecimal value) implements LocatedJson {
    /** Above all limits that a schema may set, and quick to write out. */
    private static final int MAX_DIGITS = 100;

    /** A whole number as one, for 1e3 is one; a huge one as one that is above all limits. */
    @Override
    public JsonNode tree() {
      if (value.signum() != 0 && value.stripTrailingZeros().scale() > 0) {
        return JsonNodeFactory.instance.numberNode(value);
      }
      boolean huge = (long) value.precision() - value.scale() > MAX_DIGITS;
      BigInteger whole =
          huge
              ? BigInteger.TEN.pow(MAX_DIGITS).multiply(BigInteger.valueOf(value.signum()))
              : value.toBigIntegerExact();
      return JsonNodeFactory.instance.numberNode(whole);
    }

    @Override
    public String kind() {
      return "a number";
    }

    @Override
    public String quoted() {
      return value.toString();
    }
  }

  /** True or false. */
  record Flag(Place place, boolean value) implements LocatedJson {
    @Override
    public JsonNode tree() {
      return JsonNodeFactory.instance.booleanNode(value);
    }

    @Override
    public String kind() {
      return "true or false";
    }

    @Override
    public String quoted() {
      return Boolean.toString(value);
    }
  }

  /** Null. */
  record Nothing(Place place) implements LocatedJson {
    @Override
    public JsonNode tree() {
      return JsonNodeFactory.instance.nullNode();
    }

    @Override
    public String kind() {
      return "null";
    }

    @Override
    public String quoted() {
      return kind();
    }
  }
}
