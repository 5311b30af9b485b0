package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
      if (!(e instanceof RestFailure failure) || !isAboutValues(failure.restStatus())) {
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

  private static boolean isAboutValues(int status) {
    return status == 400 || status == 409;
  }

  /** The text without space at its ends; null if nothing is left. */
  public static @Nullable String text(@Nullable String typed) {
    return typed == null || typed.isBlank() ? null : typed.strip();
  }
}
