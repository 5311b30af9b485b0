package org.packhouse.app.platform.rest;

import java.util.ArrayList;
import java.util.List;

/** A field or parameter breaks a rule: 400, with the field's name as context. */
public final class InvalidFieldException extends RestException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message quotes the value and names the rule; see {@link #quote}
   */
  public InvalidFieldException(String field, String message) {
    super(400, List.of(RestError.invalid(field, message)));
  }

  /** Makes one for several fields at once. */
  public InvalidFieldException(List<RestError> errors) {
    super(400, errors);
  }

  /**
   * Checks several values, so that all those that break a rule are told at once.
   *
   * @param checks each throws such an exception if its value breaks a rule
   * @throws InvalidFieldException about all that break one
   */
  public static void checkAll(Runnable... checks) {
    List<RestError> errors = new ArrayList<>();
    for (Runnable check : checks) {
      try {
        check.run();
      } catch (InvalidFieldException e) {
        errors.addAll(e.restErrors());
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
