package org.packhouse.app.web;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.rest.MovedException;

/** Reads the fields of the forms of pages. */
public final class Forms {

  private Forms() {}

  @FunctionalInterface
  public interface Lookup<T, E extends Exception> {
    T get() throws E;
  }

  /**
   * Looks up what a field names. An unknown or forbidden thing becomes an error of the field, so
   * that the form is shown again with its other values.
   *
   * @throws InvalidFieldException if the caller may use no such thing
   */
  public static <T, E extends Exception> T lookUp(String field, Lookup<T, E> lookup) throws E {
    try {
      return lookup.get();
    } catch (MovedException e) {
      throw at(field, e.getMessage(), e);
    } catch (NotPermittedException e) {
      if (e.anonymous()) {
        throw e;
      }
      throw at(field, e.visible() ? e.sentence() : "There is no such resource.", e);
    } catch (NoSuchException e) {
      throw at(field, e.sentence(), e);
    }
  }

  /** Returns the error of a field that was found by another exception. */
  public static InvalidFieldException at(
      String field, @Nullable String message, RuntimeException cause) {
    InvalidFieldException invalid = new InvalidFieldException(field, String.valueOf(message));
    invalid.initCause(cause);
    return invalid;
  }

  /**
   * Parses a whole number.
   *
   * @param error the sentence about another text, which takes the place of {@code %s}
   */
  public static int number(String field, String typed, String error) {
    try {
      return Integer.parseInt(typed);
    } catch (NumberFormatException e) {
      throw at(field, error.formatted(InvalidFieldException.quote(typed)), e);
    }
  }

  /**
   * Returns the new name of a thing that has one already, stripped.
   *
   * @param thing the kind of thing in messages
   * @return null if the form has no such field: the name stays
   * @throws InvalidFieldException for the field {@code name}, if it is blank
   */
  public static @Nullable String newName(String thing, @Nullable String typed) {
    String name = text(typed);
    if (typed != null && name == null) {
      throw new InvalidFieldException("name", "The %s needs a name.".formatted(thing));
    }
    return name;
  }

  /** Returns the text stripped, or null if nothing is left. */
  public static @Nullable String text(@Nullable String typed) {
    return typed == null || typed.isBlank() ? null : typed.strip();
  }

  /** Splits a field at commas and white space. */
  public static List<String> words(@Nullable String typed) {
    return split(typed, "[,\\s]+");
  }

  /**
   * Splits a field of names, which may have spaces, at commas and line breaks, without duplicates.
   */
  public static List<String> names(@Nullable String typed) {
    return split(typed, "\\s*[,\\n]\\s*").stream().distinct().toList();
  }

  private static List<String> split(@Nullable String typed, String separator) {
    String text = text(typed);
    return text == null
        ? List.of()
        : Stream.of(text.split(separator, -1)).filter(name -> !name.isBlank()).toList();
  }
}
