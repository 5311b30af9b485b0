package org.packhouse.app.platform.refusal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Values of fields or parameters break rules. */
public final class InvalidFieldException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final ArrayList<Field> fields;

  /** Refuses one field; the message quotes the value, see {@link #quote}, and names the rule. */
  public InvalidFieldException(String field, String message) {
    this(List.of(new Field(field, message)));
  }

  /** Refuses several fields at once; the first one's message is the exception's. */
  public InvalidFieldException(List<Field> fields) {
    super(fields.getFirst().message());
    this.fields = new ArrayList<>(fields);
  }

  /** A field, named as REST and forms call it, with the rule that its quoted value breaks. */
  public record Field(String name, String message) implements Serializable {}

  public List<Field> fields() {
    return List.copyOf(fields);
  }

  /** Runs all checks, and reports the failures of all in one exception. */
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

  /** Quotes at most 100 characters, with control characters as {@code \}{@code u0000}. */
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
