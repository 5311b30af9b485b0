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

/** Steps that every form of a page takes alike. */
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
   * Finds what a field names. If there is no such thing, or it is not the caller's to use, that is
   * said at the field: the page itself is there, and so is what else was typed.
   *
   * @throws InvalidFieldException if it is not found
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
   * The name that a thing shall have instead of its own, without space at its ends.
   *
   * @param thing what messages call it
   * @return null if the form has no such field, so that the name stays
   * @throws InvalidFieldException about the field {@code name}, if it is emptied
   */
  public static @Nullable String newName(String thing, @Nullable String typed) {
    String name = text(typed);
    if (typed != null && name == null) {
      throw new InvalidFieldException("name", "The %s needs a name.".formatted(thing));
    }
    return name;
  }

  /** The text without space at its ends; null if nothing is left. */
  public static @Nullable String text(@Nullable String typed) {
    return typed == null || typed.isBlank() ? null : typed.strip();
  }
}
