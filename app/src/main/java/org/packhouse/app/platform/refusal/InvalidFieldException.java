package org.packhouse.app.platform.refusal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Values of fields or parameters break rules. */
public final class InvalidFieldException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final ArrayList<Field> fields;

  /**
   * Refuses the value of one field.
   *
   * @param message quotes the value and names the rule; see {@link #quote}
   */
  public InvalidFieldException(String field, String message) {
    this(List.of(new Field(field, message)));
  }

  /** Refuses the values of several fields at once; the first one's message is the exception's. */
  public InvalidFieldException(List<Field> fields) {
    super(fields.getFirst().message());
    this.fields = new ArrayList<>(fields);
  }

  /**
   * A field or parameter that breaks a rule.
   *
   * @param name as REST and forms call it
   * @param message quotes the value and names the rule
   */
  public record Field(String name, String message) implements Serializable {}

  public List<Field> fields() {
    return List.copyOf(fields);
  }

  /**
   * Checks several values, so that all those that break a rule are told at once.
   *
   * @param checks each throws such an exception if its value breaks a rule
   * @throws InvalidFieldException about all that break one
   */
  public static void checkAll(Runnable... checks) {
    List<Field> errors = new ArrayList<>();
    for (Runnable check : checks) {
      try {
        check.run();
      } catch (InvalidFieldException e) {
        errors.addAll(e.fields());
      }
    }
    if (!errors.isEmpty()) {
      throw new InvalidFieldException(errors);
    }
  }

  /**
   * A value as a message shows it: in double quotes, control characters as {@code \}{@code u0000},
   * cut after 100 characters.
   */
  public static String quote(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    value
        .codePoints()
        .limit(100)
        .forEach(c -> {
          if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
            quoted.append("\\u%04x".formatted(c));
          } else {
            quoted.appendCodePoint(c);
          }
        });
    long length = value.codePointCount(0, value.length());
    return quoted.append(length > 100 ? "...\" (" + length + " characters)" : "\"").toString();
  }
}
