package org.packhouse.lab.experiment;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** A value of a JSON file that knows where it stands, so that a complaint can say so. */
sealed interface LocatedJson {

  /** Where it begins. */
  Place place();

  /** What it is, in words. */
  String kind();

  /** How a complaint quotes it. */
  String quoted();

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
    public String kind() {
      return "null";
    }

    @Override
    public String quoted() {
      return kind();
    }
  }
}
