package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.rest.MovedException;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;
import org.springframework.ui.Model;

/** Steps common to the forms of pages. */
public final class Forms {

  private Forms() {}

  /**
   * Does what a form asks for. If a value breaks a rule or is taken, the form is shown again with
   * what was typed and with {@code errors} in the model: messages by field, {@code ""} for those
   * that are about none.
   *
   * @param again shows the form
   */
  public static String submit(
      Supplier<String> action, Supplier<String> again, Model model, HttpServletResponse response) {
    try {
      return action.get();
    } catch (RuntimeException e) {
      RestFailure failure = Refusals.of(e);
      if (failure == null || !isAboutValues(failure.restStatus())) {
        throw e;
      }
      Map<String, String> errors = new LinkedHashMap<>();
      for (RestError error : failure.restErrors()) {
        String context = error.context();
        errors.putIfAbsent(context == null ? "" : context, error.message());
      }
      response.setStatus(failure.restStatus());
      model.addAttribute("errors", errors);
      return again.get();
    }
  }

  /**
   * Looks up what a field names. An unknown or forbidden thing becomes an error of the field, so
   * that the form is shown again with its other values.
   *
   * @throws InvalidFieldException if the caller may use no such thing
   */
  public static <T> T named(String field, Supplier<T> lookup) {
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

  private static InvalidFieldException at(
      String field, @Nullable String message, RuntimeException cause) {
    InvalidFieldException invalid = new InvalidFieldException(field, String.valueOf(message));
    invalid.initCause(cause);
    return invalid;
  }

  private static boolean isAboutValues(int status) {
    return status == 400 || status == 409;
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
}
